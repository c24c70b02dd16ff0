"""Writes the software bill of materials of a release, SPDX 3.0.1 as JSON-LD.

    python3 packaging/sbom.py FOLDER

FOLDER holds the packages; mlfix-VERSION.spdx.json is written beside them. The time in
it is that of SOURCE_DATE_EPOCH, so the same packages give the same bytes.
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

from components import components, version_of_mlfix

CONTEXT = "https://spdx.org/rdf/3.0.1/spdx-context.jsonld"
CREATION = "_:creation"


class Graph:
    """Elements that refer to each other by names below one address."""

    def __init__(self, address):
        self.address = address
        self.elements = []

    def add(self, kind, name, /, **properties):
        identity = f"{self.address}#{name}"
        self.elements.append({"type": kind, "spdxId": identity, "creationInfo": CREATION,
                              **properties})
        return identity

    def relate(self, origin, kind, targets):
        self.add("Relationship", f"relationship-{len(self.elements)}", relationshipType=kind,
                 **{"from": origin, "to": targets})

    def licensed(self, package, expression):
        name = "licence-" + expression.replace(" ", "-")
        identity = f"{self.address}#{name}"
        if all(element["spdxId"] != identity for element in self.elements):
            self.add("simplelicensing_LicenseExpression", name,
                     simplelicensing_licenseExpression=expression)
        self.relate(package, "hasDeclaredLicense", [identity])


def hashed(algorithm, value):
    return [{"type": "Hash", "algorithm": algorithm, "hashValue": value}]


def add_component(graph, component):
    properties = {"verifiedUsing": hashed("sha512", component.sha512)} if component.sha512 else {}
    package = graph.add(
        "software_Package", component.purl.split("/")[-1].split("@")[0], name=component.name,
        software_packageVersion=component.version, software_packageUrl=component.purl,
        software_primaryPurpose="library", **properties)
    graph.licensed(package, component.licence)
    return package


def document(files, created):
    version = version_of_mlfix()
    digest = hashlib.sha256("".join(sorted(files.values())).encode()).hexdigest()
    graph = Graph(f"https://spdx.org/spdxdocs/mlfix-{version}-{digest[:32]}")
    author = graph.add("Organization", "authors", name="The mlfix authors")
    mlfix = graph.add("software_Package", "mlfix", name="mlfix", software_packageVersion=version,
                      software_primaryPurpose="application")
    packages = [graph.add("software_File", name, name=name, software_primaryPurpose="archive",
                          verifiedUsing=hashed("sha256", sha256))
                for name, sha256 in sorted(files.items())]
    graph.relate(mlfix, "hasDistributionArtifact", packages)
    graph.relate(mlfix, "hasStaticLink", [add_component(graph, it) for it in components()])
    members = [element["spdxId"] for element in graph.elements]
    bill = graph.add("software_Sbom", "sbom", software_sbomType=["build"], rootElement=[mlfix],
                     element=members)
    graph.add("SpdxDocument", "document", name=f"mlfix {version}", rootElement=[bill],
              element=[*members, bill],
              profileConformance=["core", "software", "simpleLicensing"])
    creation = {"type": "CreationInfo", "@id": CREATION, "specVersion": "3.0.1",
                "created": created, "createdBy": [author]}
    return {"@context": CONTEXT, "@graph": [creation, *graph.elements]}


def main():
    folder = Path(sys.argv[1])
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
             for path in folder.iterdir() if path.suffix in (".whl", ".deb", ".gz")}
    if not files:
        sys.exit(f"{folder}: there are no packages")
    moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    text = json.dumps(document(files, time.strftime("%Y-%m-%dT%H:%M:%SZ", moment)), indent=2)
    (folder / f"mlfix-{version_of_mlfix()}.spdx.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
