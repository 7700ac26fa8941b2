"""Transcribes files with PocketSphinx, its own English models and default settings.

Reads a path a line; answers each with a line of JSON: text, seconds spent on one thread, seconds of audio. With
--wav FOLDER it writes each file as 16 kHz WAV there instead, whatever libsndfile reads, and answers its path.
"""
import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import soundfile

RATE = 16000


def read(path: str) -> np.ndarray:
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = samples.mean(1)
    if rate != RATE:
        step = rate // math.gcd(rate, RATE)
        padded = np.pad(mono, (0, -len(mono) % step))
        length = len(padded) * RATE // rate
        spectrum = np.fft.rfft(padded)[: length // 2 + 1]
        mono = np.fft.irfft(np.pad(spectrum, (0, length // 2 + 1 - len(spectrum))), length) * length / len(padded)
    return np.clip(np.round(mono * 32767), -32768, 32767).astype(np.int16)


def main() -> None:
    folder = Path(sys.argv[2]) if sys.argv[1:2] == ["--wav"] else None
    decoder = None
    for number, line in enumerate(sys.stdin):
        samples = read(line.strip())
        if folder:
            target = folder / f"{number}.wav"
            soundfile.write(target, samples, RATE)
            print(json.dumps(str(target)), flush=True)
            continue
        if decoder is None:
            from pocketsphinx import Decoder

            decoder = Decoder(samprate=RATE, loglevel="FATAL")
        started = time.process_time()
        decoder.start_utt()
        decoder.process_raw(samples.tobytes(), no_search=False, full_utt=True)
        decoder.end_utt()
        hypothesis = decoder.hyp()
        spent = time.process_time() - started
        print(json.dumps({"text": hypothesis.hypstr if hypothesis else "", "spent": spent, "audio": len(samples) / RATE}), flush=True)


main()
