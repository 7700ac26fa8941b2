"""What flite means to say: runs `speak` and reads its records."""
import io
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass
class Record:
    """One utterance. `ends`: frame each phone ends before; `frames`: [T, 1 + 25 + 5] F0 (0 unvoiced), cepstrum, strengths."""

    names: list[str]
    stress: np.ndarray
    place: np.ndarray
    marks: list[str]
    ends: np.ndarray
    frames: np.ndarray


def speak(program: Path, voice: str, lines: list[tuple[float, str]]) -> list[Record]:
    """Each (stretch, text) as a record; one flite could not say is left out."""
    text = "".join(f"{stretch:.3f}\t{line}\n" for stretch, line in lines)
    data = subprocess.run([program, voice], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    return list(read(data))


def read(data: bytes):
    """Records of the form that speak.c names."""
    stream = io.BytesIO(data)
    while head := stream.read(12):
        phones, frames, channels = np.frombuffer(head, "<i4")
        table = np.frombuffer(stream.read(12 * phones), [("name", "S4"), ("about", "u1", 4), ("end", "<i4")])
        track = np.frombuffer(stream.read(4 * frames * channels), "<f4").reshape(frames, channels)
        yield Record([name.decode() for name in table["name"]], table["about"][:, 0], table["about"][:, 1],
                     [chr(mark) if mark else "" for mark in table["about"][:, 2]], table["end"].astype(np.int64), track)
