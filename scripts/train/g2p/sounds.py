"""Sounds: the phones of the voices with their stress, each as one letter of the lexicon file.

A vowel comes three times, without stress and with main or secondary stress, so that a word is a string of sounds and
nothing else. The order is that of the letters: sound i is chr(FIRST + i).
"""
import re
import subprocess
from pathlib import Path

VOWELS = "aa ae ah ao aw ay eh er ey ih iy ow oy uh uw".split()
CONSONANTS = "b ch d dh f g hh jh k l m n ng p r s sh t th v w y z zh".split()
SOUNDS = [f"{vowel}{stress}" for vowel in VOWELS for stress in "012"] + CONSONANTS
FIRST = 48  # "0": printable, and none of them a tab or a line break
LETTERS = "abcdefghijklmnopqrstuvwxyz'"


def encode(sounds: list[str]) -> str:
    return "".join(chr(FIRST + SOUNDS.index(sound)) for sound in sounds)


def dictionary(path: Path) -> dict[str, list[str]]:
    """The first pronunciation of every word of the CMU dictionary that letters and apostrophes can spell."""
    words = {}
    for line in path.read_text().splitlines():
        word, *sounds = line.split("#")[0].split()
        if re.fullmatch(r"[a-z]['a-z]*", word) and word not in words:
            words[word] = [sound.lower() for sound in sounds]
    return words


def flite_phones(words: list[str]) -> list[list[str]]:
    """What flite's front end says for words, one call each."""
    said = []
    for word in words:
        out = subprocess.run(["flite", "-voice", "slt", "-t", word, "-ps", "-o", "none"], capture_output=True, text=True, check=True)
        said.append([phone for phone in out.stdout.split() if phone != "pau"])
    return said


def phone_of(sound: str) -> str:
    """A sound as flite names it: AH without stress is `ax`, the neutral vowel."""
    return "ax" if sound == "ah0" else sound.rstrip("012")
