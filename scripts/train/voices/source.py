"""The PyPI wheel `hibari-tts` 0.2.1, which has the network and misaki's lexicons."""
import sys
import zipfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))
from wheels import checked_wheel  # noqa: E402

WHEEL_SHA256 = "49f2abbbe451c988e7448b5afa08c8a56410535ebb855c0e7d174275df5ca1f3"


def open_wheel(path: Path) -> zipfile.ZipFile:
    """Raises SystemExit when the wheel is another one."""
    return checked_wheel(path, WHEEL_SHA256)
