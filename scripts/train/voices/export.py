"""Writes the voices as one ONNX file, durations and vocoder inside, and checks it against torch.

    python export.py --checkpoint FILE --constants FILE --out FOLDER [--description voice.json]

Inputs `phones`, `stress`, `place`, `ending` int64 [1, N], `voice` int64 [1], `pace` float32 [1]; output `waveform`
float32 [1, samples] at 16 kHz. What the numbers mean is said in voice.json and in the README of the models.
"""
import argparse
import json
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from head import Head
from melody import EXCLAMATION_LEVEL, intone
from model import PLACES, Voices, positions
from phones import EXCLAMATION, INDEX, NONE, PAUSES, STATEMENT, VOICES, VOWELS, check

OPSET = 17
MOST_BYTES, LEAST_LIKENESS = 20_000_000, 0.995
LOUDNESS = 0.1  # root mean square of speech without its pauses: -20 dBFS
SLOWEST, FASTEST = 0.25, 4.0
LOWEST, HIGHEST = 50.0, 450.0
KNEE, CEILING = 0.7, 0.94


class Speaker(nn.Module):
    """The whole chain for one utterance; `gains` [voices] bring every voice to LOUDNESS."""

    def __init__(self, voices: Voices, head: Head, gains: list[float]):
        super().__init__()
        self.voices, self.head = voices, head
        self.register_buffer("gains", torch.tensor(gains, dtype=torch.float32))

    def forward(self, phones, stress, place, ending, voice, pace):
        pace = torch.clamp(pace, SLOWEST, FASTEST)
        stress, place = torch.clamp(stress, 0, 1), torch.clamp(place, 0, PLACES - 1)
        # The network states; melody.py asks and exclaims.
        stated = torch.clamp(ending, NONE, STATEMENT)
        encoded, mask = self.voices.encode(phones, stress, place, stated, voice)
        frames = torch.clamp(torch.exp(self.voices.durations(encoded, mask)) / pace[:, None], 1, 2000)[0]
        # Rounding the ends rather than the lengths keeps the total; none is shorter than a frame.
        ends = torch.round(torch.cumsum(frames, 0)).long()
        starts = torch.cat([torch.zeros_like(ends[:1]), ends[:-1]])
        total = ends[-1] + torch.remainder(ends[-1], 2)
        clock = torch.arange(total)
        begun = torch.zeros_like(clock).scatter(0, starts[1:], torch.ones_like(starts[1:]))
        index = torch.cumsum(begun, 0)
        length = (ends - starts)[index].float()
        passed = torch.minimum((clock - starts[index]).float(), length - 1)
        position = positions(passed, length, pace)
        made = self.voices.decode(encoded, index[None], position[None], torch.ones_like(clock[None, None, ::2]).float())[0]
        made = made * self.voices.deviation + self.voices.mean
        voiced, pause = torch.sigmoid(4 * made[:, 31]), phones[0] < len(PAUSES)
        log_f0 = intone(made[:, 0], voiced, index, pause, stress[0], ending[0], starts, ends)
        f0 = torch.clamp(torch.exp(log_f0), LOWEST, HIGHEST)
        louder = EXCLAMATION_LEVEL * (ending[0] == EXCLAMATION)[index].float()
        cepstrum = made[:, 1:26] + torch.nn.functional.pad(louder[:, None], (0, 24))
        wave = self.head(cepstrum, f0, voiced, torch.clamp(made[:, 26:31], 0, 1))
        wave = wave * self.gains[voice]
        loud = torch.abs(wave)
        squeezed = KNEE + (CEILING - KNEE) * torch.tanh((loud - KNEE) / (CEILING - KNEE))
        return torch.sign(wave) * torch.where(loud > KNEE, squeezed, loud)


SAMPLE = "pau dh ax pau, k w ih k b r aw n f aa k s pau. ih z hh iy pau".split()
# «We will go to the shop and I can see it. The quick brown fox jumps over the lazy dog. Are you coming to the party
# tomorrow morning?»
MEASURED = ("pau w iy w ih l g ow t ax dh ax sh aa p ae n d ay k ae n s iy ih t pau. dh ax k w ih k b r aw n f aa k s jh ah m "
            "p s ow v er dh ax l ey z iy d ao g pau. aa r y uw k ah m ih ng t ax dh ax p aa r t iy t ax m aa r ow m ao r n "
            "ih ng pau").split()


def inputs(names: list[str], voice: int, pace: float) -> dict[str, np.ndarray]:
    """Plain inputs for a check: every vowel but ax stressed, no words marked, the last phrase a question."""
    row = lambda values: np.array([values], np.int64)
    return {"phones": row([INDEX[name] for name in names]), "stress": row([int(name in VOWELS and name != "ax") for name in names]),
            "place": row([0] * len(names)), "ending": row([1 + int(i > len(names) - 6) for i in range(len(names))]), "voice": np.array([voice], np.int64),
            "pace": np.array([pace], np.float32)}


def loudness(wave: np.ndarray) -> float:
    """Root mean square of the 20 ms pieces within 25 dB of the loudest."""
    power = (wave[: len(wave) // 320 * 320].reshape(-1, 320) ** 2).mean(1)
    return float(np.sqrt(power[power > power.max() / 10**2.5].mean()))


def load(checkpoint: Path, constants: Path, sharpness: float) -> Speaker:
    """The averaged weights with a vocoder, each voice's gain measured on a sentence."""
    voices = Voices()
    voices.load_state_dict(torch.load(checkpoint, weights_only=True)["average"])
    speaker = Speaker(voices, Head(json.loads(constants.read_text()), sharpness), [1 / 32768] * len(VOICES)).eval()
    with torch.inference_mode():
        for voice in range(len(VOICES)):
            feed = inputs(MEASURED, voice, 1.0)
            wave = speaker(*(torch.from_numpy(value) for value in feed.values()))[0].numpy()
            speaker.gains[voice] *= LOUDNESS / loudness(wave)
    return speaker


def export(speaker: Speaker, target: Path, paces: tuple[float, ...] = (0.25, 1.0, 4.0)) -> None:
    """Writes the file; raises SystemExit when it is too big or sounds unlike torch."""
    example = tuple(torch.from_numpy(value) for value in inputs(SAMPLE, 0, 1.0).values())
    names = ["phones", "stress", "place", "ending", "voice", "pace"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(speaker, example, target, dynamo=False, opset_version=OPSET, input_names=names,
                          output_names=["waveform"],
                          dynamic_axes={**{name: {1: "phones"} for name in names[:4]}, "waveform": {1: "samples"}})
    onnx.checker.check_model(onnx.load(target))
    session = onnxruntime.InferenceSession(target)
    likeness = 1.0
    for voice in range(len(VOICES)):
        for pace in paces:
            for spoken in (["pau", "pau"], SAMPLE, SAMPLE * 5):
                feed = inputs(spoken, voice, pace)
                with torch.inference_mode():
                    expected = speaker(*(torch.from_numpy(value) for value in feed.values()))[0].numpy()
                said = session.run(None, feed)[0][0]
                if said.shape != expected.shape or np.abs(said).max() > CEILING:
                    raise SystemExit(f"{len(spoken)} phones at pace {pace}: {said.shape} for {expected.shape}")
                likeness = min(likeness, float(np.corrcoef(said, expected)[0, 1]))
    size = target.stat().st_size
    print(f"{target}: {size / 1e6:.1f} MB, opset {OPSET}, least correlation with torch {likeness:.4f}")
    if likeness < LEAST_LIKENESS or size > MOST_BYTES:
        raise SystemExit("not good enough")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--constants", type=Path, required=True)
    parser.add_argument("--sharpness", type=float, default=0.4, help="of the formants, as flite's post-filter")
    parser.add_argument("--description", type=Path, help="voice.json, to see that it lists the same phones and voices")
    parser.add_argument("--quick", action="store_true", help="check at one pace only")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    if options.description:
        check(options.description)
    options.out.mkdir(parents=True, exist_ok=True)
    speaker = load(options.checkpoint, options.constants, options.sharpness)
    export(speaker, options.out / "voice.onnx", (4.0,) if options.quick else (SLOWEST, 1.0, FASTEST))
