"""A search engine on loopback that answers as a test says, and pages as real engines send them."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

PUZZLE = """<html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&cc=sre">
<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
<div class="anomaly-modal__body"><a href="/about">Why?</a></div></form></body></html>"""
NOTHING = """<html><body><input name="q" value="captcha anomaly.js"><div class="serp__results"><div id="links">
<div class="result result--no-result"><div class="links_main result__body">
<div class="no-results">No results found for <b>captcha anomaly.js</b>.</div></div></div></div></div></body></html>"""
CAPTCHA = (
    "<html><head><title>One moment</title></head><body><div class='g-recaptcha'>Are you a robot?</div></body></html>"
)


class Request(NamedTuple):
    method: str
    path: str
    fields: dict[str, str]
    headers: dict[str, str]


class Answer(NamedTuple):
    body: object
    status: int = 200
    headers: dict[str, str] | None = None


class StubEngine:
    """`answer(request)` gives an Answer, or its body alone: text as a page, an object as JSON, chunks as they are."""

    def __init__(self, answer):
        self.requests = []
        self.release = threading.Event()
        """What an answer waits for that should stall; set at the end of the test."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def respond(self):
                address = urlsplit(self.path)
                length = int(self.headers.get("content-length") or 0)
                sent = self.rfile.read(length).decode() or address.query
                fields = {name: values[-1] for name, values in parse_qs(sent, keep_blank_values=True).items()}
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.command, address.path, fields, headers)
                outer.requests.append(request)
                answered = answer(request)
                body, status, headers = answered if isinstance(answered, Answer) else Answer(answered)
                kind = "text/html" if isinstance(body, str) else "application/json"
                try:
                    self.send_response(status)
                    for name, value in {"content-type": f"{kind}; charset=utf-8", **(headers or {})}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    if isinstance(body, str | dict | list):
                        body = [(body if isinstance(body, str) else json.dumps(body)).encode()]
                    for chunk in body:
                        self.wfile.write(chunk)
                except OSError:
                    pass  # the caller went away

            do_GET = do_POST = respond  # noqa: N815 http.server looks for these names

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stall(self, request):
        """An answer that does not come while the test lasts."""
        self.release.wait(30)
        return Answer("late")

    def close(self):
        self.release.set()
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def stub_engine(answer):
    server = StubEngine(answer)
    try:
        yield server
    finally:
        server.close()


def duckduckgo_page(*rows):
    """DuckDuckGo's page without scripts, with these (address, title, snippet)."""
    results = "".join(
        f"""<div class="result results_links web-result"><div class="links_main links_deep result__body">
        <h2 class="result__title"><a class="result__a" href="{address}">{title}</a></h2>
        <a class="result__snippet" href="{address}">{snippet}</a><div class="clear"></div></div></div>"""
        for address, title, snippet in rows
    )
    return f"<html><body class='body--html'><div id='links' class='results'>{results}</div></body></html>"
