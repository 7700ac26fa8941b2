"""The detectors that are compared: ours, and others where their packages are installed, never shipped and never trained on."""
import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime

Detect = Callable[[np.ndarray], np.ndarray]  # float32 samples at 16 kHz -> probability of speech for each 10 ms


def session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def ours(path: Path) -> Detect:
    model = session(path)
    return lambda samples: model.run(None, {"input_values": samples[None].astype(np.float32)})[0][0]


def webrtc(mode: int) -> Detect:
    import webrtcvad

    def detect(samples: np.ndarray) -> np.ndarray:
        detector = webrtcvad.Vad(mode)
        pcm = (np.clip(samples, -1, 1) * 32767).astype(np.int16)
        frames = np.pad(pcm, (0, -len(pcm) % 160)).reshape(-1, 160)
        return np.array([detector.is_speech(frame.tobytes(), 16000) for frame in frames], np.float32)
    return detect


def silero(path: Path) -> Detect:
    model = session(path)

    def detect(samples: np.ndarray) -> np.ndarray:
        state, before, rate = np.zeros((2, 1, 128), np.float32), np.zeros(64, np.float32), np.array(16000, np.int64)
        pieces = np.pad(samples.astype(np.float32), (0, -len(samples) % 512)).reshape(-1, 512)
        out = []
        for piece in pieces:
            probability, state = model.run(None, {"input": np.r_[before, piece][None], "state": state, "sr": rate})
            before = piece[-64:]
            out.append(float(probability[0, 0]))
        frames = -(-len(samples) // 160)
        return np.array(out, np.float32)[np.minimum(np.arange(frames) * 160 // 512, len(out) - 1)]
    return detect


def every(model: Path) -> dict[str, Detect]:
    """Ours and those of the packages webrtcvad and silero-vad, where they are installed."""
    found = {"ours": ours(model)}
    if importlib.util.find_spec("webrtcvad"):
        found["webrtcvad, mode 3"] = webrtc(3)
    package = importlib.util.find_spec("silero_vad")
    if package:
        found["silero-vad"] = silero(Path(package.origin).parent / "data" / "silero_vad_16k_op15.onnx")
    return found
