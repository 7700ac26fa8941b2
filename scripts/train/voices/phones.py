"""What the voices read: phone names in the order of voice.json, pauses, and what a phone's place and ending may be."""
import json
from pathlib import Path

PAUSES = ["pau", "pau,", "pau."]
VOWELS = "aa ae ah ao aw ax ay eh er ey ih iy ow oy uh uw".split()
PHONES = PAUSES + ("aa ae ah ao aw ax ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw v w y "
                   "z zh").split()
INDEX = {name: i for i, name in enumerate(PHONES)}
NONE, STATEMENT, QUESTION, EXCLAMATION = range(4)
ENDINGS = {".": STATEMENT, "?": QUESTION, "!": EXCLAMATION}
# Flite's voice, our name for it.
VOICES = [("slt", "ada"), ("rms", "tom")]
FRAME = 0.005


def check(description: Path) -> None:
    """Raises ValueError when voice.json does not list these phones and voices in this order."""
    said = json.loads(description.read_text())
    if said["phones"] != PHONES or [voice["id"] for voice in said["voices"]] != [name for _, name in VOICES]:
        raise ValueError(f"{description} lists other phones or voices than phones.py")
