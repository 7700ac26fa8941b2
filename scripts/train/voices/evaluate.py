"""Round trip: a synthesiser reads sentences kept from training, a recogniser writes them down; words lost, as a table.

    python evaluate.py --voice voice.onnx --program speak --corpus FOLDER --work FOLDER [--stt model.onnx] [--limit 200]

Beside our voices stand flite's own, which they learned from, and espeak-ng, all reading the same lines. Our voices are
given the phones of flite's front end, so that the table compares voices, not dictionaries.
"""
import argparse
import io
import subprocess
import time
from pathlib import Path

import numpy as np
import soundfile

from hear import SAMPLE_RATE, Ours, PocketSphinx, distance, one_thread
from phones import ENDINGS, INDEX, VOICES
from records import Record, speak

EDGE = np.zeros(SAMPLE_RATE // 5, np.float32)


def as_inputs(record: Record) -> dict[str, np.ndarray]:
    """The four rows the network reads, from flite's front end."""
    last = len(record.names) - 1
    names = ["pau" if name == "pau" and i in (0, last) else
             "pau." if name == "pau" and record.marks[i - 1] in ENDINGS else
             "pau," if name == "pau" else name for i, name in enumerate(record.names)]
    row = lambda values: np.array([list(values)], np.int64)
    return {"phones": row(INDEX[name] for name in names), "stress": row(record.stress), "place": row(record.place),
            "ending": row(ENDINGS.get(mark, 0) for mark in record.marks)}


class Network:
    """One of our voices at a pace."""

    def __init__(self, model: Path, program: Path, voice: int, pace: float = 1.0):
        self.name = f"ours, {VOICES[voice][1]}" + ("" if pace == 1 else f", pace {pace:g}")
        self._session, self._program, self._voice, self._pace = one_thread(model), program, voice, pace
        self.spent = self.made = 0.0

    def say(self, lines: list[str]) -> list[np.ndarray]:
        said = []
        for record in speak(self._program, VOICES[self._voice][0], [(1.0, line) for line in lines]):
            feed = {**as_inputs(record), "voice": np.array([self._voice], np.int64), "pace": np.array([self._pace], np.float32)}
            began = time.process_time()
            said.append(self._session.run(None, feed)[0][0])
            self.spent += time.process_time() - began
            self.made += len(said[-1]) / SAMPLE_RATE
        return said


class Program:
    """A synthesiser that writes a WAV file to its standard output."""

    def __init__(self, name: str, command: list[str]):
        self.name, self._command = name, command

    def say(self, lines: list[str]) -> list[np.ndarray]:
        return [self._one(line) for line in lines]

    def _one(self, line: str) -> np.ndarray:
        wave = subprocess.run([*self._command, line], stdout=subprocess.PIPE, check=True).stdout
        samples, rate = soundfile.read(io.BytesIO(with_lengths(wave)), dtype="float32")
        return resample(samples, rate)


def with_lengths(wave: bytes) -> bytes:
    """A WAV file written to a pipe, its lengths put right."""
    at = wave.find(b"data")
    size = len(wave) - at - 8
    return wave[:4] + (len(wave) - 8).to_bytes(4, "little") + wave[8 : at + 4] + size.to_bytes(4, "little") + wave[at + 8 :]


def resample(samples: np.ndarray, rate: int) -> np.ndarray:
    """From a higher `rate` to 16 kHz by cutting the spectrum."""
    if rate == SAMPLE_RATE:
        return samples
    step = rate // np.gcd(rate, SAMPLE_RATE) * 16
    padded = np.pad(samples, (0, -len(samples) % step))
    length = len(padded) * SAMPLE_RATE // rate
    return np.fft.irfft(np.fft.rfft(padded)[: length // 2 + 1], length) * length / len(padded)


def synthesisers(model: Path | None, program: Path, paces: list[float], others_too: bool) -> list:
    others = [Program(f"flite, {flite}", ["flite", "-voice", flite, "-o", "/dev/stdout", "-t"]) for flite, _ in VOICES]
    others.append(Program("espeak-ng, en-us", ["espeak-ng", "-v", "en-us", "--stdout"]))
    ours = [Network(model, program, voice, pace) for pace in paces for voice in range(len(VOICES))] if model else []
    return ours + (others if others_too else [])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--voice", type=Path, help="without it only the others")
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="where pocketsphinx's transcripts are remembered")
    parser.add_argument("--stt", type=Path)
    parser.add_argument("--limit", type=int, default=200)
    parser.add_argument("--skip", type=int, default=0, help="lines to pass over: choose settings on others than are reported")
    parser.add_argument("--ours", action="store_true", help="leave flite and espeak-ng out")
    parser.add_argument("--pace", type=float, nargs="+", default=[1.0])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    lines = (options.corpus / "english.txt").read_text().splitlines()[options.skip : options.skip + options.limit]
    judges: list = [PocketSphinx(options.work / "pocketsphinx.json"), *([Ours(options.stt)] if options.stt else [])]
    rows = [["voice", *(f"{judge.name}, words lost" for judge in judges), "seconds of speech", "processor seconds a second of speech"]]
    rows.append(["---"] * len(rows[0]))
    for synthesiser in synthesisers(options.voice, options.program, options.pace, not options.ours):
        said = [np.concatenate([EDGE, wave, EDGE]) for wave in synthesiser.say(lines)]
        waves = [np.clip(np.round(wave * 32767), -32768, 32767).astype(np.int16) for wave in said]
        cells = []
        for judge in judges:
            lost = sum(distance(line.split(), judge.transcribe(wave).split()) for line, wave in zip(lines, waves))
            cells.append(f"{lost / sum(len(line.split()) for line in lines):.1%}")
            judge.remember()
        seconds = sum(len(wave) for wave in waves) / SAMPLE_RATE - 0.4 * len(waves)
        speed = f"{synthesiser.spent / synthesiser.made:.3f}" if isinstance(synthesiser, Network) else ""
        rows.append([synthesiser.name, *cells, f"{seconds:.0f}", speed])
        print(" | ".join(rows[-1]), flush=True)
    if options.out:
        options.out.write_text("".join(f"| {' | '.join(row)} |\n" for row in rows))


if __name__ == "__main__":
    main()
