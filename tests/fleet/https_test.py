"""A list of repositories fetched over https, as from a forge.

    python3 https_test.py PROGRAM

PROGRAM is the mlfix that was built. A server of this machine speaks git's protocol through
git's own http-backend, with a certificate that only this test trusts. Exit status 77 when a
tool is missing.
"""

import http.server
import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LEAKY = """\
import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
    return correct
"""


class Forge(http.server.BaseHTTPRequestHandler):
    """Below /away it leads elsewhere, below /slow it never answers; the rest is git's."""

    root = None
    sent = 0  # bytes of answers

    def do_GET(self):
        if self.path.startswith("/slow"):
            time.sleep(30)
        elif self.path.startswith("/away"):
            self.send_response(302)
            self.send_header("Location", f"http://localhost:1{self.path}")
            self.end_headers()
        else:
            self.answer(b"")

    def do_POST(self):
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(body)

    def answer(self, body):
        path, _, query = self.path.partition("?")
        variables = os.environ | {
            "GIT_PROJECT_ROOT": str(self.root), "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path,
            "QUERY_STRING": query, "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", "")}
        done = subprocess.run(["git", "http-backend"], input=body, env=variables, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = [line.split(": ", 1) for line in head.decode().split("\r\n")]
        status = next((int(value[:3]) for name, value in headers if name == "Status"), 200)
        self.send_response(status)
        for name, value in headers:
            if name != "Status":
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        Forge.sent += len(content)

    def log_message(self, *_):
        pass


def make_repository(root, variables, can_filter):
    work = root / "work"
    work.mkdir(parents=True)
    (work / "train.py").write_text(LEAKY)
    (work / "data.bin").write_bytes(os.urandom(2_000_000))

    def git(*words):
        subprocess.run(["git", *words], cwd=work, env=variables, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    git("tag", "-am", "first", "v1")
    (work / "train.py").write_text("x = 1\n")
    git("commit", "-qam", "two")
    git("config", "uploadpack.allowFilter", can_filter)


def serve(root, certificate):
    Forge.root = root
    server = http.server.ThreadingHTTPServer(("localhost", 0), Forge)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"https://localhost:{server.server_address[1]}"


def main():
    program = Path(sys.argv[1]).resolve()
    for tool in ("git", "openssl"):
        if not shutil.which(tool):
            print(f"{tool} is not installed")
            return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        variables = os.environ | {
            "HOME": name, "TMPDIR": name, "GIT_CONFIG_NOSYSTEM": "1", "no_proxy": "localhost",
            "GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "n@example.org",
            "GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "n@example.org"}
        make_repository(folder / "root/whole", variables, "false")
        make_repository(folder / "root/parted", variables, "true")
        certificate = folder / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                        "-keyout", certificate, "-out", folder / "public.pem"],
                       check=True, capture_output=True)
        trusted = variables | {"GIT_SSL_CAINFO": str(folder / "public.pem")}
        with certificate.open("a") as both:
            both.write((folder / "public.pem").read_text())
        forge = serve(folder / "root", certificate)

        def plan(entries, environment, patience="300"):
            (folder / "list.txt").write_text("".join(f"{forge}/{it}\n" for it in entries))
            shutil.rmtree(folder / "RUN", ignore_errors=True)
            done = subprocess.run(
                [program, "fleet", "plan", "--run-folder", "RUN", "--format", "jsonl",
                 "--timeout", patience, "list.txt"],
                cwd=folder, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            return [json.loads(line) for line in done.stdout.splitlines()]

        newest, tagged = plan(["whole/work/.git", "whole/work/.git v1"], trusted)
        assert (newest["problem"], newest["findings"]) == ("", 0), newest
        assert (tagged["problem"], tagged["findings"], tagged["files"]) == ("", 1, 1), tagged
        assert newest["commit"] != tagged["commit"]
        assert Forge.sent > 4_000_000, Forge.sent

        # What no analysis reads stays where it is, if the forge can leave it out.
        Forge.sent = 0
        parted, = plan(["parted/work/.git v1"], trusted)
        assert (parted["problem"], parted["findings"]) == ("", 1), parted
        assert Forge.sent < 100_000, Forge.sent

        away, none = plan(["away/work/.git", "none/.git"], trusted)
        assert away["problem"] and none["problem"], (away, none)
        slow, = plan(["slow/work/.git"], trusted, patience="1")
        assert slow["problem"].endswith("did not end within 1 s"), slow
        stranger, = plan(["whole/work/.git"], variables)
        assert "certificate" in stranger["problem"], stranger
    return 0


if __name__ == "__main__":
    sys.exit(main())
