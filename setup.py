"""What pyproject.toml cannot say: the program is built by CMake, and the wheel fits
every Python 3 on the machines that the program runs on.

MLFIX_PROGRAM=FILE names a program that is built already, for this machine or, as
the release does, for another one.
"""

import os
import re
import struct
import subprocess
import sysconfig
from pathlib import Path

from setuptools import setup
from distutils.command.build_scripts import build_scripts  # of setuptools, not of Python

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parent
ELF_MACHINES = {62: "x86_64", 183: "aarch64"}
ELF_INTERPRETER = 3  # the program header of what a dynamic loader must start


def version():
    return re.search(r"^  VERSION (\S+)$", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)


def program():
    """The path of the program, which is built first unless one is given."""
    given = os.environ.get("MLFIX_PROGRAM")
    if given:
        return Path(given).resolve(strict=True)
    environment = {**os.environ, "MLFIX_SUDO": "never", "MLFIX_WHOLE": "1"}
    subprocess.run([ROOT / "scripts/mlfix", "--version"], check=True, env=environment)
    return ROOT / "build/mlfix"


def platforms(path):
    """The platforms, as wheels name them, that can run a program."""
    content = path.read_bytes()
    if content[:4] != b"\x7fELF":
        return re.sub(r"[-.]", "_", sysconfig.get_platform())
    machine = ELF_MACHINES[struct.unpack_from("<H", content, 18)[0]]
    table, = struct.unpack_from("<Q", content, 32)
    size, count = struct.unpack_from("<HH", content, 54)
    kinds = {struct.unpack_from("<I", content, table + size * i)[0] for i in range(count)}
    if ELF_INTERPRETER in kinds:
        return f"linux_{machine}"
    # Linked statically it asks for no C library, be it glibc or musl.
    names = ("manylinux_2_17", "manylinux2014", "musllinux_1_1")
    return ".".join(f"{name}_{machine}" for name in names)


class BuildProgram(build_scripts):
    """The program takes the place of the script of the same name."""

    def run(self):
        self.mkpath(self.build_dir)
        self.copy_file(str(program()), os.path.join(self.build_dir, "mlfix"))


class PlatformWheel(bdist_wheel):
    """A wheel of no particular Python, but of a machine."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", platforms(program())


setup(
    version=version(),
    scripts=["scripts/mlfix"],
    cmdclass={"build_scripts": BuildProgram, "bdist_wheel": PlatformWheel},
)
