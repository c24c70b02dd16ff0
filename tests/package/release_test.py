"""What is published beside the packages: the bill of materials and the provenance.

    python3 release_test.py PACKAGES

PACKAGES is the folder that holds the unpacked npm packages; one carries the schema of
SPDX 3.0.1 and the list of its licences. Exit status 77 when a validator is missing.
"""

import copy
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Stand-ins for packages: nobody looks into them.
FILES = {"mlfix-0.1.0-linux-x86_64.tar.gz": b"archive", "mlfix_0.1.0_amd64.deb": b"package",
         "mlfix-0.1.0-py3-none-manylinux2014_x86_64.whl": b"wheel"}


def described(folder):
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1790000000"}
    for script in ("sbom.py", "provenance.py"):
        subprocess.run([sys.executable, ROOT / "packaging" / script, folder], check=True,
                       env=environment)
    bill, = folder.glob("*.spdx.json")
    statement, = folder.glob("*.intoto.json")
    return bill, json.loads(statement.read_text())


def damaged_bills(bill):
    def element(document, kind):
        return next(it for it in document["@graph"] if it["type"] == kind)

    def without_version(document):
        del element(document, "CreationInfo")["specVersion"]

    def other_relationship(document):
        element(document, "Relationship")["relationshipType"] = "linksTo"

    def bad_hash(document):
        element(document, "software_File")["verifiedUsing"][0]["algorithm"] = "sha-256"

    def unknown_key(document):
        element(document, "software_Package")["software_packageVesrion"] = "1"

    for damage in (without_version, other_relationship, bad_hash, unknown_key):
        document = copy.deepcopy(bill)
        damage(document)
        yield damage.__name__, document


def check_bill(text, carrier, jsonschema):
    bill = json.loads(text)
    schema = json.loads((carrier / "data/spdx-export.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    errors = [error.message[:200] for error in validator.iter_errors(bill)]
    assert not errors, errors
    for damage, document in damaged_bills(bill):
        assert not validator.is_valid(document), f"{damage}: nobody complains"
    known = json.loads((carrier / "data/spdx.schema.json").read_text())["enum"]
    expressions = [it["simplelicensing_licenseExpression"] for it in bill["@graph"]
                   if "simplelicensing_licenseExpression" in it]
    assert len(expressions) > 3, expressions
    for expression in expressions:
        unknown = [it for it in re.split(r" WITH | AND | OR ", expression) if it not in known]
        assert not unknown, f"not in SPDX's list: {unknown}"
    hashes = {it["name"]: it["verifiedUsing"][0]["hashValue"] for it in bill["@graph"]
              if it["type"] == "software_File"}
    assert hashes == {name: hashlib.sha256(it).hexdigest() for name, it in FILES.items()}, hashes
    linked = [it for it in bill["@graph"] if it.get("relationshipType") == "hasStaticLink"]
    assert len(linked[0]["to"]) >= 12, linked


def check_statement(statement, folder):
    """What the specifications of in-toto and SLSA require; and that it is true."""
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert statement["predicateType"] == "https://slsa.dev/provenance/v1"
    said = {it["name"]: it["digest"]["sha256"] for it in statement["subject"]}
    there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
             for path in folder.iterdir() if path.suffixes[-2:] != [".intoto", ".json"]}
    assert said == there, (said, there)
    definition = statement["predicate"]["buildDefinition"]
    assert re.match(r"https://\S+#\S+$", definition["buildType"])
    assert definition["externalParameters"]["command"] == "scripts/release"
    assert re.match(r"https://\S+$", statement["predicate"]["runDetails"]["builder"]["id"])
    source, *dependencies = definition["resolvedDependencies"]
    assert re.match(r"[0-9a-f]{40}$", source["digest"]["gitCommit"])
    assert len(dependencies) >= 12
    pinned = [it for it in dependencies if it["uri"].startswith("pkg:npm/")]
    assert len(pinned) == 2 and all(len(it["digest"]["sha512"]) == 128 for it in pinned)


def main():
    carrier = Path(sys.argv[1]) / "cyclonedx-cdxgen-12.8.4/package"
    try:
        import jsonschema
    except ImportError:
        print("python3-jsonschema is not installed")
        return 77
    if not carrier.is_dir():
        print(f"{carrier} is not there")
        return 77
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        bill, statement = described(Path(first))
        check_bill(bill.read_text(), carrier, jsonschema)
        check_statement(statement, Path(first))
        again, _ = described(Path(second))
        assert again.read_bytes() == bill.read_bytes(), "the same packages give another bill"
    return 0


if __name__ == "__main__":
    sys.exit(main())
