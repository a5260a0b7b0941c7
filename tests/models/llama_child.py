"""Stands in for the child that runs llama.cpp: its two lines of JSON, its protocol, and the deaths a test asks for.

Run as a program with one argument, a folder; what it was asked is appended to `asked.jsonl` there. The request's
text says what happens: `hang` answers never, `die` ends it, `die once` ends the first child only.
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FOLDER = Path(sys.argv[1])
LAUNCH = json.loads(sys.stdin.readline())


def note(**facts):
    with (FOLDER / "asked.jsonl").open("a") as file:
        file.write(json.dumps(facts) + "\n")


def end(words):
    print("llama.cpp was busy", words, "", sep="\n", file=sys.stderr, flush=True)
    os._exit(3)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        text = body["messages"][-1]["content"]
        note(
            text=text,
            slot=body.get("id_slot"),
            cache=body.get("cache_prompt"),
            pid=os.getpid(),
            own_key=self.headers["authorization"] == f"Bearer {LAUNCH['api_key']}",
        )
        mark = FOLDER / "died"
        if text == "hang":
            threading.Event().wait()
        if text == "die" or (text == "die once" and not mark.exists()):
            mark.touch()
            end("out of memory in tensor 7")
        message = {"content": f"{text}: answered"}
        raw = json.dumps({"model": LAUNCH["name"], "choices": [{"message": message}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_):
        pass


name = LAUNCH["name"]
note(launched=name, slots=LAUNCH["slots"])
if name == "damaged":
    end("the weights are damaged")
if name != "endless":
    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    threading.Thread(target=http.serve_forever, daemon=True).start()
    print(json.dumps({"url": f"http://127.0.0.1:{http.server_address[1]}"}), flush=True)
sys.stdin.read()
os._exit(0)
