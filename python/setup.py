"""Builds the module and the program by CMake and puts both into the wheel.

pip works offline on Debian, in an environment that sees the system's packages:

    python3 -m venv --system-site-packages v
    v/bin/pip install --no-index --no-build-isolation ./python

HASHLAB_BUILD names a build tree to use or to make; otherwise it is build/python-TAG.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent


def version():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(hashlab VERSION ([0-9.]+)", text).group(1)


def build_folder():
    given = os.environ.get("HASHLAB_BUILD")
    if given:
        return pathlib.Path(given).resolve()
    return ROOT / "build" / f"python-{sysconfig.get_config_var('SOABI')}"


class BuildByCMake(build_ext):
    """The module of target hashlab_python, and the program."""

    def build_extension(self, extension):
        folder = build_folder()
        options = ["-DHASHLAB_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
        if not (folder / "CMakeCache.txt").exists():
            options += ["-DHASHLAB_DEVELOPER_MODE=OFF", "-DHASHLAB_INSTALL=OFF"]
            options += ["-DHASHLAB_PRECOMPILE=ON", "-DHASHLAB_UNITY=ON"]
            options += ["-DHASHLAB_UNITE_FOLDERS=ON", "-DCMAKE_BUILD_TYPE=Release", "-GNinja"]
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
        targets = ["hashlab_python", "hashlab"]
        subprocess.run(["cmake", "--build", folder, "--target", *targets], check=True)
        module = pathlib.Path(self.get_ext_fullpath(extension.name))
        module.parent.mkdir(parents=True, exist_ok=True)
        (built,) = (folder / "python" / "hashlab").glob("_core*.so")
        shutil.copy(built, module)
        program = module.parent / "_bin" / "hashlab"
        program.parent.mkdir(exist_ok=True)
        shutil.copy(folder / "hashlab", program)
        for file in (module, program):
            subprocess.run(["strip", "--strip-unneeded", file], check=True)


setup(
    version=version(),
    ext_modules=[Extension("hashlab._core", sources=[])],
    cmdclass={"build_ext": BuildByCMake},
)
