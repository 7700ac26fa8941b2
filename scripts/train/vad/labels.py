"""Where a clean recording holds speech, told from its own energy."""
import numpy as np

HOP, SAMPLE_RATE = 160, 16000
LOWEST_HERTZ = 90  # hum below it is not speech
BELOW_LOUD, ABOVE_FLOOR = 28.0, 8.0  # dB: under the clip's loud frames, over its quiet tenth
LONGEST_GAP, SHORTEST_RUN, EDGE = 20, 6, 2  # frames of 10 ms: closures stay speech, clicks do not, edges fade
CLEAN = 28.0  # dB between loud and quiet from which a clip's labels can be believed


def frame_decibels(samples: np.ndarray) -> np.ndarray:
    """Energy of each 10 ms of float samples, without the lowest frequencies."""
    spectrum = np.fft.rfft(samples)
    spectrum[: int(LOWEST_HERTZ * len(samples) / SAMPLE_RATE)] = 0
    frames = np.fft.irfft(spectrum, len(samples))[: len(samples) // HOP * HOP].reshape(-1, HOP)
    return 10 * np.log10((frames**2).mean(1) + 1e-10)


def runs(active: np.ndarray) -> list[tuple[int, int]]:
    """The stretches [start, end) of True."""
    edges = np.flatnonzero(np.diff(np.r_[0, active.astype(np.int8), 0]))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist()))


def speech_frames(samples: np.ndarray) -> tuple[np.ndarray, float]:
    """Whether each 10 ms frame is speech, and how far in dB the clip's loud frames stand above its quiet tenth."""
    decibels = frame_decibels(samples)
    if len(decibels) < 10:
        return np.zeros(len(decibels), bool), 0.0
    loud, quiet = np.percentile(decibels, 95), np.percentile(decibels, 10)
    active = decibels > np.clip(max(loud - BELOW_LOUD, quiet + ABOVE_FLOOR), None, loud - 12)
    for start, end in runs(~active):
        if 0 < start and end < len(active) and end - start <= LONGEST_GAP:
            active[start:end] = True
    for start, end in runs(active):
        if end - start < SHORTEST_RUN:
            active[start:end] = False
        else:
            active[max(0, start - EDGE) : end + EDGE] = True
    return active, float(loud - quiet)
