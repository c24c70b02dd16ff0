"""The part of GitHub's interfaces that mlfix needs, on a Unix socket.

It keeps pull requests in memory and refs in a bare repository, and answers as
GitHub documents it: 401 without the token, 404 elsewhere, 422 for a second pull
request of a branch. Faults are answers to give instead of serving a request.
"""

import http.server
import json
import re
import socketserver
import subprocess
import threading
import urllib.parse

OWNER, NAME = "acme", "trainer"


class Pull:
    def __init__(self, number, data, head_sha):
        self.number = number
        self.title = data["title"]
        self.body = data["body"]
        self.head = data["head"]
        self.base = data["base"]
        self.head_sha = head_sha
        self.state = "open"
        self.merged_at = None
        self.labels = []
        self.reviewers = []
        self.teams = []
        self.from_fork = False

    def json(self):
        return {
            "number": self.number,
            "title": self.title,
            "body": self.body,
            "state": self.state,
            "merged_at": self.merged_at,
            "html_url": f"https://github.com/{OWNER}/{NAME}/pull/{self.number}",
            "head": {"ref": self.head},
            "base": {"ref": self.base},
            "labels": [{"name": label} for label in self.labels],
        }


    def node(self):
        """The same for GraphQL."""
        state = "MERGED" if self.merged_at else self.state.upper()
        return {"number": self.number, "title": self.title, "body": self.body, "state": state,
                "url": self.json()["html_url"], "headRefName": self.head,
                "isCrossRepository": self.from_fork}


class GitHub:
    """State and behaviour; the handler below only translates."""

    def __init__(self, repository, token):
        self.repository = repository  # path of the bare repository
        self.token = token
        self.pulls = []
        self.faults = []  # (method, regular expression of the path, answer), each used once
        self.requests = []  # "METHOD path"
        self.lock = threading.Lock()

    def sha(self, branch):
        found = subprocess.run(
            ["git", "-C", self.repository, "rev-parse", "--verify", "-q", f"refs/heads/{branch}"],
            capture_output=True, text=True)
        return found.stdout.strip()

    def open_pull(self, branch):
        found = [p for p in self.pulls if p.head == branch and p.state == "open"]
        return found[0] if found else None

    def fault_for(self, method, path):
        for i, (wanted, pattern, answer) in enumerate(self.faults):
            if wanted == method and re.search(pattern, path):
                del self.faults[i]
                return answer
        return None

    def answer(self, method, path, query, authorization, data):
        """(status, headers, body) of a request."""
        self.requests.append(f"{method} {path}")
        if authorization != f"token {self.token}":
            return 401, {}, {"message": "Bad credentials"}
        fault = self.fault_for(method, path)
        if fault and not fault.get("after"):
            return fault["status"], fault.get("headers", {}), {"message": fault["message"]}
        served = self.serve(method, path, query, data)
        if fault:  # served, but nobody learns of it
            return fault["status"], fault.get("headers", {}), {"message": fault["message"]}
        return served

    def serve(self, method, path, query, data):
        if path == "/graphql" and method == "POST":
            return 200, {}, self.query(data)
        root = f"/repos/{OWNER}/{NAME}"
        if not path.startswith(root + "/"):
            return 404, {}, {"message": "Not Found"}
        path = path[len(root):]
        if path == "/pulls" and method == "GET":
            return 200, {}, self.list(query)
        if path == "/pulls" and method == "POST":
            return self.create(data)
        found = re.fullmatch(r"/(pulls|issues)/(\d+)(/labels|/requested_reviewers)?", path)
        if not found or int(found[2]) > len(self.pulls):
            return 404, {}, {"message": "Not Found"}
        pull = self.pulls[int(found[2]) - 1]
        return self.change(method, found[1] + (found[3] or ""), pull, data)

    def query(self, data):
        """Lists of pull requests by branch."""
        if (data["variables"]["owner"], data["variables"]["name"]) != (OWNER, NAME):
            return {"data": {"repository": None}, "errors": [
                {"type": "NOT_FOUND", "message": "Could not resolve to a Repository."}]}
        fields = re.findall(r'(\w+): pullRequests\(headRefName: "([^"]+)", first: (\d+)', data["query"])
        return {"data": {"repository": {
            alias: self.connection(branch, int(size)) for alias, branch, size in fields}}}

    def connection(self, branch, size):
        found = [p for p in reversed(self.pulls) if p.head == branch]
        return {"pageInfo": {"hasNextPage": len(found) > size},
                "nodes": [p.node() for p in found[:size]]}

    def list(self, query):
        owner, branch = query["head"][0].split(":", 1)
        assert owner == OWNER and query["state"] == ["all"]
        page, size = int(query["page"][0]), int(query["per_page"][0])
        found = [p.json() for p in reversed(self.pulls) if p.head == branch and not p.from_fork]
        return found[(page - 1) * size:page * size]

    def create(self, data):
        sha = self.sha(data["head"])
        if not sha:
            return self.invalid("head is invalid")
        if self.open_pull(data["head"]):
            return self.invalid(f"A pull request already exists for {OWNER}:{data['head']}.")
        if len(data["body"]) > 65536:
            return self.invalid("body is too long (maximum is 65536 characters)")
        pull = Pull(len(self.pulls) + 1, data, sha)
        self.pulls.append(pull)
        return 201, {}, pull.json()

    def change(self, method, what, pull, data):
        if what == "pulls" and method == "PATCH":
            for key in ("title", "body", "state"):
                if key in data:
                    setattr(pull, key, data[key])
        elif what == "issues/labels" and method == "POST":
            pull.labels = sorted(set(pull.labels) | set(data["labels"]))
            return 200, {}, pull.json()["labels"]
        elif what == "pulls/requested_reviewers" and method == "POST":
            pull.reviewers += data["reviewers"]
            pull.teams += data["team_reviewers"]
        else:
            return 404, {}, {"message": "Not Found"}
        return 200, {}, pull.json()

    @staticmethod
    def invalid(message):
        return 422, {}, {"message": "Validation Failed", "errors": [{"message": message}]}


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def __init__(self, path, github):
        self.github = github
        super().__init__(path, Handler)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_request(self):
        raw = self.read_body()
        url = urllib.parse.urlsplit(self.path)
        # A client of github.com speaks to api.github.com, of other hosts to /api/v3.
        path = url.path.removeprefix("/api/v3").replace("/api/graphql", "/graphql")
        github = self.server.github
        with github.lock:
            status, headers, body = github.answer(
                self.command, path, urllib.parse.parse_qs(url.query),
                self.headers.get("Authorization"), json.loads(raw) if raw else None)
        text = json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def read_body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    do_GET = do_POST = do_PATCH = handle_request

    def address_string(self):
        return "unix"

    def log_message(self, *_):
        pass
