"""A model server on loopback that answers as a test says, and keeps what it was asked."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Asked(NamedTuple):
    method: str
    path: str
    body: dict
    headers: dict


class Serving:
    """`answer(asked)` gives a document, or a (status, document or page) pair, or (status, page, headers)."""

    def __init__(self, answer):
        self.asked = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def respond(self):
                length = int(self.headers.get("content-length") or 0)
                body = json.loads(self.rfile.read(length)) if length else {}
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = Asked(self.command, self.path, body, headers)
                outer.asked.append(asked)
                status, content, headers = (*split(answer(asked)), {})[:3]
                kind = "application/json" if not isinstance(content, str | bytes) else "text/html"
                raw = content if isinstance(content, bytes) else content.encode() if kind == "text/html" else None
                raw = json.dumps(content).encode() if raw is None else raw
                try:
                    self.send_response(status)
                    for name, value in {
                        "content-type": kind,
                        "content-length": str(len(raw)),
                        **headers,
                    }.items():
                        self.send_header(name, value)
                    self.end_headers()
                    if self.command != "HEAD":
                        self.wfile.write(raw)
                except OSError:
                    pass  # the caller went away

            do_GET = do_POST = do_HEAD = respond  # noqa: N815 http.server looks for these names

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self):
        self._http.shutdown()
        self._http.server_close()


def split(answered):
    return answered if isinstance(answered, tuple) else (200, answered)


@contextmanager
def serving(answer):
    server = Serving(answer)
    try:
        yield server
    finally:
        server.close()


def said(content="ok", **message):
    """A chat completion with this reply."""
    return {
        "model": "m1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"content": content, **message}}],
        "usage": {"prompt_tokens": 12, "completion_tokens": 3},
    }
