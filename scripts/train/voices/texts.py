"""The lines the voices are made to say, drawn from the corpus: prose, plain sentences, pairs, single words."""
import random
from pathlib import Path

KEPT_FOR_TESTS = 1000
REPLACED = {"“": "", "”": "", '"': "", "‘": "'", "’": "'", "—": ", ", "–": "-", "…": ".", "_": "", "*": "", "(": "", ")": ""}


def clean(line: str) -> str:
    """ASCII without quotation marks, which flite would read aloud or stumble over."""
    for old, new in REPLACED.items():
        line = line.replace(old, new)
    return " ".join(line.encode("ascii", "ignore").decode().split())


def marked(line: str, mark: str) -> str:
    """The line with another mark at its end."""
    return line.rstrip(" .?!;:,-") + mark


def stretch(draw: random.Random) -> float:
    """How much longer than usual everything lasts: mostly not at all, else 0.3 to 3.5."""
    return 1.0 if draw.random() < 0.6 else round(0.3 * (3.5 / 0.3) ** draw.random(), 3)


def lines(corpus: Path, count: int, seed: int) -> list[tuple[float, str]]:
    """`count` pairs of stretch and text, the same for the same seed; never from the first 1,000 lines of a file."""
    draw = random.Random(seed)
    prose = (corpus / "prose.txt").read_text().splitlines()[KEPT_FOR_TESTS:]
    plain = (corpus / "english.txt").read_text().splitlines()[KEPT_FOR_TESTS:]
    made: list[tuple[float, str]] = []
    while len(made) < count:
        kind, text = draw.random(), clean(draw.choice(prose))
        if kind < 0.2:
            text = marked(draw.choice(plain), draw.choice([".", ".", "?", "!", ""]))
        elif kind < 0.4:
            words = draw.choice(plain).split()
            size, start = draw.randint(1, 4), draw.randrange(len(words))
            text = marked(" ".join(words[start : start + size]), draw.choice([".", "?", "!", "", ""]))
        elif kind < 0.5:
            text = f"{text} {clean(draw.choice(prose))}"
        elif kind < 0.6:
            text = marked(text, draw.choice("?!"))
        if 1 <= len(text) <= 260 and any(letter.isalpha() for letter in text):
            made.append((stretch(draw), text))
    return made
