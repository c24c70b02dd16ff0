"""What ends up inside the program, as docs/dependencies.md and the build say it."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Component:
    name: str
    version: str
    licence: str  # an SPDX expression
    purl: str
    sha512: str = ""  # of the package that the build fetches


def version_of_mlfix():
    return re.search(r"^  VERSION (\S+)$", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)


def table(heading):
    """The rows of the table below a heading, by the names of the columns."""
    page = (ROOT / "docs/dependencies.md").read_text()
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in section.splitlines() if line.startswith("|")]
    return [dict(zip(rows[0], row)) for row in rows[2:]]


def plain(cell):
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell)


def pinned_sha512(package):
    text = (ROOT / "cmake/MlfixTreeSitter.cmake").read_text()
    found = re.search(rf"\b{package} ([0-9.]+)\n\s+([0-9a-f]{{128}})\)", text)
    if not found:
        raise RuntimeError(f"cmake/MlfixTreeSitter.cmake does not pin {package}")
    return found.groups()


def installed_version(package):
    """Of a Debian package; the documented one where the system is another."""
    try:
        asked = subprocess.run(["dpkg-query", "--showformat=${Version}", "--show", package],
                               capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""


def components():
    found = []
    for row in table("Parsing Python"):
        package = re.search(r"npm package `([^`]+)`", row["Where from"]).group(1)
        version, sha512 = pinned_sha512(package)
        found.append(Component(plain(row["Dependency"]), version, row["Licence"],
                               f"pkg:npm/{package}@{version}", sha512))
    for row in table("Libraries"):
        package = row["Debian package"].strip("`")
        version = installed_version(package) or row["Version"]
        found.append(Component(plain(row["Dependency"]), version, row["Licence"],
                               f"pkg:deb/debian/{package}@{version.replace('+', '%2B')}"))
    return found
