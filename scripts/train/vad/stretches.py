"""From probabilities to stretches of speech: the same rules as src/adapters/onnx/speech-stretches.ts."""
import numpy as np

from labels import runs

FRAME = 0.01
ONSET, OFFSET, LEAST_SPEECH, LEAST_SILENCE, LEAD, TRAIL = 0.5, 0.35, 0.08, 0.3, 0.03, 0.05
BLIP = 0.05  # seconds, where not probabilities


def speech_stretches(probabilities: np.ndarray, onset: float = ONSET, offset: float = OFFSET) -> list[tuple[float, float]]:
    """[start, end) in seconds of every stretch of speech."""
    joined: list[list[int]] = []
    for start, end in runs(probabilities >= offset):
        risen = np.flatnonzero(probabilities[start:end] >= onset)
        if len(risen) == 0:
            continue
        start += int(risen[0])
        if end - start < BLIP / FRAME - 1e-9:
            continue
        if joined and start - joined[-1][1] < LEAST_SILENCE / FRAME - 1e-9:
            joined[-1][1] = end
        else:
            joined.append([start, end])
    length = len(probabilities) * FRAME
    return [(max(0.0, start * FRAME - LEAD), min(length, end * FRAME + TRAIL)) for start, end in joined
            if end - start >= LEAST_SPEECH / FRAME - 1e-9]
