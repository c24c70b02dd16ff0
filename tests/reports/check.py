"""Holds the reports of mlfix against the validators of those who read them.

    python3 check.py MLFIX PACKAGES FORMAT

PACKAGES is the folder that holds the unpacked npm packages. Prints what is wrong,
one problem a line; exit status 1 when something is, 77 when a validator is not
there.
"""

import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))

import browser  # noqa: E402
import project  # noqa: E402

ROOT = Path(__file__).parent.parent.parent
SKIPPED = 77
FINDINGS = 8  # of the project, the suppressed one not counted


class Skip(Exception):
    """A validator is missing."""


class Check:
    def __init__(self, mlfix, packages, folder):
        self.mlfix = mlfix
        self.packages = Path(packages)
        self.folder = project.make(folder)
        self.problems = []

    def expect(self, condition, problem):
        if not condition:
            self.problems.append(problem)

    def report(self, kind, *arguments):
        return project.report(self.mlfix, self.folder, kind, *arguments)

    def package(self, name):
        found = self.packages / name / "package"
        if not found.is_dir():
            raise Skip(f"the npm package {name} is not in {self.packages}")
        return found

    def tool(self, *command, **options):
        """The output of a validator that must succeed."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
        except FileNotFoundError as missing:
            raise Skip(f"{command[0]} is not installed") from missing
        output = (done.stdout + done.stderr).strip()
        self.expect(done.returncode == 0, f"{command[0]}: {output}")
        return output

    def validate(self, validator, document):
        for error in validator.iter_errors(document):
            self.problems.append(f"schema: {list(error.absolute_path)}: {error.message}")


def jsonschema():
    try:
        import jsonschema as module
    except ImportError as missing:
        raise Skip("python3-jsonschema is not installed") from missing
    return module


def our_schema(name):
    return json.loads((ROOT / "docs/schema" / name).read_text())


def check_json(check):
    for arguments in ((), ("--show-abstained", "--statistics"), ("--diff", "--unsafe")):
        document = json.loads(check.report("json", *arguments))
        schema = our_schema("findings.schema.json")
        jsonschema().Draft202012Validator.check_schema(schema)
        check.validate(jsonschema().Draft202012Validator(schema), document)
        check.expect(len(document["findings"]) == FINDINGS, "wrong number of findings")


def check_jsonl(check):
    findings = our_schema("findings.schema.json")
    schema = our_schema("findings-line.schema.json")
    jsonschema().Draft202012Validator.check_schema(schema)
    store = {part["$id"]: part for part in (findings, schema)}
    resolver = jsonschema().RefResolver.from_schema(schema, store=store)
    validator = jsonschema().Draft202012Validator(schema, resolver=resolver)
    lines = check.report("jsonl", "--show-abstained").splitlines()
    for line in lines:
        check.validate(validator, json.loads(line))
    kinds = [next(iter(json.loads(line))) for line in lines]
    check.expect(kinds.count("finding") == FINDINGS, "wrong number of findings")
    check.expect(kinds[-1] == "summary", "the summary is not the last line")


def sarif_offset(data, line, column):
    """The byte of a place in code points, as the standard counts them."""
    lines = data.decode("utf-8-sig").splitlines(keepends=True)
    mark = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    before = "".join(lines[: line - 1])
    here = lines[line - 1][: column - 1] if line <= len(lines) else ""
    return mark + len((before + here).encode())


def sarif_edits(data, result):
    edits = []
    for fix in result.get("fixes", []):
        for replacement in fix["artifactChanges"][0]["replacements"]:
            region = replacement["deletedRegion"]
            edits.append(
                {
                    "start": sarif_offset(data, region["startLine"], region["startColumn"]),
                    "end": sarif_offset(data, region["endLine"], region["endColumn"]),
                    "text": replacement["insertedContent"]["text"],
                }
            )
    return edits


def check_sarif_fixes(check, run):
    wanted = project.finding_edits(check.mlfix, check.folder)
    found = {}
    for result in run["results"]:
        location = result["locations"][0]["physicalLocation"]["artifactLocation"]
        path = urllib.parse.unquote(location["uri"])
        data = (check.folder / path).read_bytes()
        if "suppressions" not in result:
            found.setdefault(path, []).append(sarif_edits(data, result))
        hashed = result["partialFingerprints"]["primaryLocationLineHash"]
        check.expect(re.fullmatch(r"[0-9a-f]{1,16}:\d+", hashed), f"line hash {hashed}")
    check.expect(found == wanted, f"the fixes differ: {found} {wanted}")


def check_sarif(check):
    text = check.report("sarif")
    document = json.loads(text)
    package = check.package("microsoft-sarif-multitool-linux-5.7.0")
    schema = json.loads((package / "sarif-2.1.0.json").read_text())
    check.validate(jsonschema().Draft4Validator(schema), document)
    (run,) = document["runs"]
    check.expect(len(run["results"]) == FINDINGS + 1, "wrong number of results")
    suppressed = [r for r in run["results"] if r.get("suppressions")]
    check.expect(len(suppressed) == 1, "the suppressed finding is not marked")
    check_sarif_fixes(check, run)

    program = package / "Sarif.Multitool"
    program.chmod(0o755)
    log = check.folder / "out" / "report.sarif"
    log.write_text(text)
    environment = {
        **os.environ,
        "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1",
        "DOTNET_BUNDLE_EXTRACT_BASE_DIR": str(check.folder / "out"),
    }
    output = check.tool(str(program), "validate", str(log), "--rule-kind", "Sarif;Ghas",
                        env=environment)  # fmt: skip
    # There is no page of ours that the property could name.
    bad = [line for line in output.splitlines() if re.search(r": (error|warning) ", line)]
    check.problems += [line for line in bad if "informationUri" not in line]


def check_github(check):
    command = check.package("actions-core-1.11.1") / "lib" / "command.js"
    lines = check.report("github").splitlines()
    pattern = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")
    commands = []
    for line in lines:
        match = pattern.fullmatch(line)
        check.expect(match, f"no workflow command: {line}")
        if match:
            pairs = [pair.split("=", 1) for pair in match[2].split(",")]
            properties = {key: unescaped(value) for key, value in pairs}
            commands.append([match[1], properties, unescaped(match[3])])
    # GitHub's own library must write the same line from the same values.
    script = (
        "const {issueCommand} = require(process.argv[1]);"
        "for (const c of JSON.parse(process.argv[2])) issueCommand(...c);"
    )
    output = check.tool("node", "-e", script, str(command), json.dumps(commands))
    check.expect(output.splitlines() == lines, f"escaped otherwise:\n{output}")
    files = {c[1]["file"] for c in commands if "file" in c[1]}
    for name in files:
        check.expect((check.folder / name).exists(), f"no such file: {name}")


def unescaped(text):
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ",")):
        text = text.replace(code, character)
    return text.replace("%25", "%")


def check_gitlab(check):
    # What GitLab's documentation requires of each issue, and the schema in GitLab's own
    # sources (app/validators/json_schemas/codeclimate.json), which no package carries.
    number = {"type": "integer", "minimum": 1}
    place = {
        "type": "object",
        "required": ["path", "lines"],
        "properties": {
            "path": {"type": "string", "pattern": "^[^./]"},
            "lines": {"required": ["begin"], "properties": {"begin": number}},
            "positions": {"properties": {"begin": {"properties": {"line": number}}}},
        },
    }
    schema = {
        "type": "array",
        "items": {
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": {"type": "string", "minLength": 1},
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "fingerprint": {"type": "string", "minLength": 1},
                "location": place,
            },
        },
    }
    issues = json.loads(check.report("gitlab"))
    check.validate(jsonschema().Draft202012Validator(schema), issues)
    check.expect(len(issues) == FINDINGS, "wrong number of issues")
    check.expect(len({i["fingerprint"] for i in issues}) == FINDINGS, "fingerprints repeat")
    for issue in issues:
        lines = (check.folder / issue["location"]["path"]).read_text().splitlines()
        begin = issue["location"]["lines"]["begin"]
        text = lines[begin - 1]
        check.expect(re.search("loss|for x|new_group", text), f"{issue['location']} is {text!r}")


def check_rdjson(check):
    validator = check.package("umbrelladocs-rdformat-validator-1.0.0") / "dist/validator/index.js"
    text = check.report("rdjson", "--unsafe")
    script = (
        "const {Validator} = require(process.argv[1]);"
        "const v = new Validator({strictMode: true, allowExtraFields: false});"
        "const r = v.validate(JSON.parse(process.argv[2]));"
        "if (!r.valid || r.warnings.length) { console.log(JSON.stringify(r)); process.exit(1); }"
    )
    check.tool("node", "-e", script, str(validator), text)
    wanted = project.finding_edits(check.mlfix, check.folder)
    seen = {}
    for diagnostic in json.loads(text)["diagnostics"]:
        path = diagnostic["location"]["path"]
        data = (check.folder / path).read_bytes()
        edits = wanted[path][seen.setdefault(path, 0)]
        seen[path] += 1
        for suggestion in diagnostic["suggestions"]:
            result = with_whole_lines(data, suggestion)
            check.expect(result == project.applied(data, edits), f"{path}: another change")


def with_whole_lines(data, suggestion):
    lines = data.splitlines(keepends=True)
    first, last = (suggestion["range"][side]["line"] for side in ("start", "end"))
    end = b"\r\n" if lines[last - 1].endswith(b"\r\n") else b"\n"
    return b"".join(lines[: first - 1] + [suggestion["text"].encode() + end] + lines[last:])


def check_junit(check):
    try:
        import junitparser
    except ImportError as missing:
        raise Skip("python3-junitparser is not installed") from missing
    check.report("junit")
    out = check.folder / "out" / "junit"
    check.tool("xmllint", "--noout", str(out))
    suites = list(junitparser.JUnitXml.fromfile(str(out)))
    cases = [case for suite in suites for case in suite]
    kinds = [type(case.result[0]).__name__ for case in cases]
    check.expect(kinds.count("Failure") == FINDINGS, f"wrong number of failures: {kinds}")
    check.expect(kinds.count("Error") == 1, f"wrong number of errors: {kinds}")
    names = [suite.name for suite in suites]
    check.expect(len(set(names)) == len(names), "two suites of one name")
    check.expect("src/<b>markup&.py" in names, f"names are not what they were: {names}")


class Elements(html.parser.HTMLParser):
    """The elements of a page, and the text of its code blocks."""

    def __init__(self, text):
        super().__init__()
        self.names = []
        self.code = ""
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        self.inside = self.inside or tag == "pre"

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "pre"

    def handle_data(self, data):
        self.code += data if self.inside else ""


def check_markdown(check):
    text = check.report("markdown")
    out = check.folder / "out" / "markdown"
    page = check.tool("cmark-gfm", "--unsafe", "--extension", "table", str(out))
    elements = Elements(page)
    known = {"h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "details",
             "summary", "b", "ul", "li", "pre"}  # fmt: skip
    check.expect(set(elements.names) <= known, f"elements: {set(elements.names) - known}")
    check.expect(elements.names.count("details") == FINDINGS, "not every finding is folded")
    check.expect("onerror=window.pwned=1>```| ]]> & %0A" in elements.code, "code was changed")
    check.expect(len(text) < 65_536, "too long for a comment")


FILTER = """((key, value) => {
  const form = document.getElementById('filters');
  form.elements[key].value = value;
  form.dispatchEvent(new Event('change'));
  return [...document.querySelectorAll('.finding')].filter((f) => f.checkVisibility()).length;
})"""


def check_html(check):
    text = check.report("html")
    page = check.folder / "out" / "html.html"
    page.write_text(text)
    check.tool("tidy", "-errors", "-quiet", "--drop-empty-elements", "no", str(page))
    body = re.sub(r"(?s)<(style|script)>.*?</\1>", "", text)
    check.expect("criterion(model(x), y)" in body, "nothing to read without JavaScript")
    if not browser.find_program():
        raise Skip("there is no Chromium")
    with browser.Browser() as opened:
        expected = ["Grows with every iteration", "src/<b>markup&.py", "onerror=window.pwned=1"]
        check.problems += browser.problems_of(opened, page, expected)
        ask = opened.evaluate
        check.expect(ask("window.pwned") is None, "code of a file was run")
        check.expect(ask("document.querySelectorAll('.finding').length") == FINDINGS, "findings")
        shown = ask(FILTER + "('file', 'src/plain.py')")
        check.expect(shown == 1, f"the file filter leaves {shown}")
        check.expect(ask("document.querySelector('output').value") == f"1 of {FINDINGS} shown", "no count")
        shown = ask(FILTER + "('level', 'unsafe')")
        check.expect(shown == 0, f"that file has no unsafe fix, but {shown} are shown")
        ask("document.querySelector('button[type=reset]').click()")
        shown = ask("new Promise((r) => setTimeout(r, 50)).then(() => "
                    "[...document.querySelectorAll('.finding')].filter((f) => !f.hidden).length)")
        check.expect(shown == FINDINGS, f"{shown} are shown again")
        shown = ask(FILTER + "('rule', 'no-grad-eval')")
        check.expect(shown == 1, f"the rule filter leaves {shown}")


CHECKS = {
    name.removeprefix("check_"): function
    for name, function in list(globals().items())
    if name.startswith("check_") and name != "check_sarif_fixes"
}


def main():
    mlfix, packages, kind = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        check = Check(mlfix, packages, folder)
        try:
            CHECKS[kind](check)
        except Skip as skip:
            print(skip)
            return SKIPPED
    print("\n".join(check.problems))
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
