"""Writes where the packages of a release come from: an in-toto statement with SLSA's
provenance, version 1.

    python3 packaging/provenance.py FOLDER

FOLDER holds the packages; mlfix-VERSION.intoto.json is written beside them. It is not
signed here: the release workflow has it signed by the forge. MLFIX_SOURCE_URI says
where the source is, MLFIX_BUILDER_ID who built.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from components import ROOT, components, version_of_mlfix

SOURCE = os.environ.get("MLFIX_SOURCE_URI", "https://github.com/mlfix/mlfix")
BUILDER = os.environ.get("MLFIX_BUILDER_ID", f"{SOURCE}/local-build")


def commit():
    return subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True,
                          check=True).stdout.strip()


def subjects(folder):
    return [{"name": path.name, "digest": {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}}
            for path in sorted(folder.iterdir())]


def resolved(component):
    described = {"name": component.name, "uri": component.purl}
    return described | ({"digest": {"sha512": component.sha512}} if component.sha512 else {})


def statement(folder):
    source = {"uri": f"git+{SOURCE}", "digest": {"gitCommit": commit()}}
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": subjects(folder),
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{SOURCE}/blob/main/docs/packages.md#making-a-release",
                "externalParameters": {"source": source, "command": "scripts/release"},
                "resolvedDependencies": [source, *map(resolved, components())],
            },
            "runDetails": {"builder": {"id": BUILDER}},
        },
    }


def main():
    folder = Path(sys.argv[1])
    text = json.dumps(statement(folder), indent=2)
    (folder / f"mlfix-{version_of_mlfix()}.intoto.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
