"""The build backend that pyproject.toml names: setuptools, found without a network.

pip builds in an environment that hides the packages of the system, and fetches
what a backend requires. Debian keeps setuptools and wheel where such an
environment does not look; this looks there. Where they are neither, pip is asked
for them as usual.
"""

import atexit
import sys
import tempfile
import zipfile
from pathlib import Path

MODULES = Path("/usr/lib/python3/dist-packages")  # python3-setuptools, python3-wheel
WHEELS = Path("/usr/share/python-wheels")  # python3-setuptools-whl, python3-wheel-whl
NEEDED = ("setuptools", "wheel")


def importable():
    try:
        for name in NEEDED:
            __import__(name)
    except ImportError:
        return False
    return True


def unpacked_wheels():
    """A folder, which goes with this process; setuptools does not run from an archive."""
    folder = tempfile.TemporaryDirectory(prefix="mlfix-backend-")
    atexit.register(folder.cleanup)
    for name in NEEDED:
        for wheel in WHEELS.glob(f"{name}-*.whl"):
            zipfile.ZipFile(wheel).extractall(folder.name)
    return folder.name


def make_importable():
    """Whether setuptools and wheel can be imported, from the system if need be."""
    for place in (lambda: None, unpacked_wheels, lambda: str(MODULES)):
        folder = place()
        if folder:
            sys.path.append(folder)
        if importable():
            return True
        if folder:
            sys.path.remove(folder)
    return False


def requirements(_settings=None):
    return [] if make_importable() else ["setuptools>=61", "wheel"]


get_requires_for_build_wheel = requirements
get_requires_for_build_sdist = requirements
get_requires_for_build_editable = requirements


def setuptools_backend():
    make_importable()
    from setuptools import build_meta
    from distutils.command.install import install
    # Debian's setuptools asks for options that only the command of Debian's Python has.
    for option in ("install_layout", "prefix_option"):
        if not hasattr(install, option):
            setattr(install, option, None)
    return build_meta


def build_wheel(folder, settings=None, metadata_folder=None):
    return setuptools_backend().build_wheel(folder, settings, metadata_folder)


def build_sdist(folder, settings=None):
    return setuptools_backend().build_sdist(folder, settings)


def build_editable(folder, settings=None, metadata_folder=None):
    return setuptools_backend().build_editable(folder, settings, metadata_folder)
