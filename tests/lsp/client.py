"""A plain client of the language server, over pipes."""

import json
import re
import subprocess
from pathlib import Path
from urllib.parse import quote

CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "hover": {"contentFormat": ["markdown"]},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}


def uri_of(path):
    return "file://" + quote(str(path))


class Client:
    def __init__(self, mlfix, folder, encoding="utf-16", pulls=False, under=(), **options):
        """Starts the program, `under` another one such as valgrind if one is named."""
        self.process = subprocess.Popen(
            [*under, mlfix, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
        )
        self.encoding = encoding
        self.asked = 0
        self.diagnostics = {}  # as they were sent last, by address
        self.versions = {}
        capabilities = json.loads(json.dumps(CAPABILITIES))
        if encoding == "utf-8":
            capabilities["general"] = {"positionEncodings": ["utf-8", "utf-16"]}
        if pulls:
            capabilities["textDocument"]["diagnostic"] = {}
        answer = self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": uri_of(folder),
                "capabilities": capabilities,
                "initializationOptions": options,
            },
        )
        assert answer["capabilities"]["positionEncoding"] == encoding
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        size = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the server ended: {self.process.wait()}")
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                size = int(value)
        message = json.loads(self.process.stdout.read(size))
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.versions[params["uri"]] = params.get("version")
        return message

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.asked and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def open(self, path, text):
        item = {"uri": uri_of(path), "languageId": "python", "version": 0, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def change(self, path, version, changes):
        document = {"uri": uri_of(path), "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def actions(self, path, span, only):
        return self.ask(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": uri_of(path)},
                "range": span,
                "context": {"diagnostics": [], "only": [only]},
            },
        )

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.stdin.close()
        return self.process.wait()


class Text:
    """A text whose places are those of the protocol."""

    def __init__(self, text, encoding):
        self.text = text
        self.encoding = encoding
        self.begins = [0] + [m.end() for m in re.finditer("\r\n|\n|\r", text)]

    def width(self, text):
        if self.encoding == "utf-8":
            return len(text.encode())
        return len(text.encode("utf-16-le")) // 2

    def place(self, offset):
        line = max(i for i, begin in enumerate(self.begins) if begin <= offset)
        return {"line": line, "character": self.width(self.text[self.begins[line] : offset])}

    def offset(self, place):
        at = self.begins[place["line"]]
        left = place["character"]
        while left > 0:
            left -= self.width(self.text[at])
            at += 1
        return at

    def column(self, place):
        """In code points, from 1."""
        return self.offset(place) - self.begins[place["line"]] + 1

    def span(self, begin, end):
        return {"start": self.place(begin), "end": self.place(end)}

    def edited(self, edits):
        """The text after edits of the protocol, which touch nothing twice."""
        result = self.text
        places = [(self.offset(e["range"]["start"]), self.offset(e["range"]["end"])) for e in edits]
        order = sorted(range(len(edits)), key=lambda i: (places[i], i), reverse=True)
        for i in order:
            begin, end = places[i]
            result = result[:begin] + edits[i]["newText"] + result[end:]
        return result


def edits_for(action, path):
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == uri_of(path)
    return change["edits"]


def read(path):
    return Path(path).read_bytes().decode()


def write(path, text):
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(text.encode())
