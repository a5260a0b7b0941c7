"""What Elasticsearch 8 and OpenSearch 2 answer, in the form of their references and of error reports."""


def elasticsearch(*hits, index="docs"):
    """A search in Elasticsearch 8 with `track_total_hits` off."""
    return {
        "took": 4,
        "timed_out": False,
        "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
        "hits": {
            "max_score": 12.81 if hits else None,
            "hits": [
                {"_index": index, "_id": str(n), "_score": 12.81 - n, "_ignored": ["raw.keyword"], "_source": source}
                for n, source in enumerate(hits)
            ],
        },
    }


def opensearch(*hits, index="docs"):
    """A search in OpenSearch 2, as an older setup sends it: with a total and with `_type`."""
    answer = elasticsearch(*hits, index=index)
    answer["hits"]["total"] = {"value": len(hits), "relation": "eq"}
    for hit in answer["hits"]["hits"]:
        hit["_type"] = "_doc"
    return answer


def capabilities(*fields, indices=("docs",)):
    """`_field_caps` for those of the fields that there are."""
    text = {"text": {"type": "text", "metadata_field": False, "searchable": True, "aggregatable": False}}
    return {"indices": [*indices], "fields": dict.fromkeys(fields, text)}


def refused(status, kind, reason, **more):
    """An error of either engine."""
    cause = {"type": kind, "reason": reason, **more}
    return status, {"error": {"root_cause": [cause], **cause}, "status": status}


NO_INDEX = refused(
    404,
    "index_not_found_exception",
    "no such index [docs]",
    **{"resource.type": "index_or_alias", "resource.id": "docs", "index_uuid": "_na_", "index": "docs"},
)
NO_CREDENTIALS = refused(
    401,
    "security_exception",
    "missing authentication credentials for REST request [/docs/_search]",
    header={"WWW-Authenticate": ['Basic realm="security" charset="UTF-8"', "ApiKey"]},
)
NO_PERMISSION = refused(
    403,
    "security_exception",
    "no permissions for [indices:data/read/search] and User [name=ada, backend_roles=[], requestedTenant=null]",
)
BREAKER = refused(
    429,
    "circuit_breaking_exception",
    "[parent] Data too large, data for [<http_request>] would be [1022127656/974.7mb], larger than the limit",
    bytes_wanted=1022127656,
    bytes_limit=1020054732,
    durability="PERMANENT",
)
NO_SHARDS = (
    503,
    {
        "error": {
            "root_cause": [{"type": "no_shard_available_action_exception", "reason": None}],
            "type": "search_phase_execution_exception",
            "reason": "all shards failed",
            "phase": "query",
            "grouped": True,
            "failed_shards": [],
        },
        "status": 503,
    },
)
