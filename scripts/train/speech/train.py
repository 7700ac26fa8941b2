"""Trains the recogniser for a number of minutes, checkpointing every few; run again, it goes on from the last one.

    python train.py --data FOLDER --out FOLDER --minutes 80 [--start checkpoint.pt]
"""
import argparse
import math
import random
import signal
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import augment
from data import Clips
from model import SAMPLE_RATE, Recogniser, encode, frames_of, greedy, load, outputs_of
from wer import word_errors

PEAK_RATE, LAST_RATE, WARM_UP = 1e-3, 0.01, 0.03
FADE_FROM = 0.5  # of the time
BATCH_SECONDS, LONGEST_SECONDS = 96, 20
POOL_CLIPS = 600
FLITE_WEIGHT = 2.0  # its voices sound more like people than espeak-ng's, and are learnt more slowly
CHECKPOINT_SECONDS = 240
DEVELOPMENT_CLIPS = 60


class Mixture:
    """Draws clips so that people get `share` of the seconds, each speaker by the square root of how much they said."""

    def __init__(self, folder: Path, share: float, chance: random.Random):
        self.clips, self.chance = Clips(folder), chance
        usable = [i for i, row in enumerate(self.clips.rows) if self._fits(row)]
        self.voices = [i for i in usable if self.clips.rows[i]["source"] in ("espeak", "flite")]
        self.people = sorted(set(usable) - set(self.voices))
        spoken: dict[str, list[int]] = {}
        for i in self.people:
            spoken.setdefault(self.clips.rows[i]["speaker"], []).append(self.clips.rows[i]["samples"])
        self.weights = [math.sqrt(sum(said)) / len(said) for said in
                        (spoken[self.clips.rows[i]["speaker"]] for i in self.people)]
        self.voice_weights = [FLITE_WEIGHT if self.clips.rows[i]["source"] == "flite" else 1.0 for i in self.voices]
        # Seconds, not clips, are shared: weigh the draw by how long a clip of each kind is on average.
        people_seconds = self._mean(self.people, self.weights)
        voices_seconds = self._mean(self.voices, self.voice_weights)
        self.people_share = share * voices_seconds / (share * voices_seconds + (1 - share) * people_seconds)

    @staticmethod
    def _fits(row: dict) -> bool:
        seconds = row["samples"] / SAMPLE_RATE
        repeats = sum(a == b for a, b in zip(row["text"], row["text"][1:]))
        return seconds <= LONGEST_SECONDS and len(row["text"]) + repeats < 20 * seconds

    def _mean(self, clips: list[int], weights: list[float]) -> float:
        return sum(w * self.clips.rows[i]["samples"] for i, w in zip(clips, weights)) / sum(weights)

    def batches(self) -> list[list[int]]:
        """A pool of clips drawn, sorted by length, and cut into batches of about the same number of seconds."""
        people = sum(self.chance.random() < self.people_share for _ in range(POOL_CLIPS))
        pool = self.chance.choices(self.people, self.weights, k=people)
        pool += self.chance.choices(self.voices, self.voice_weights, k=POOL_CLIPS - people)
        pool.sort(key=lambda i: self.clips.rows[i]["samples"])
        batches: list[list[int]] = [[]]
        for i in pool:
            if (len(batches[-1]) + 1) * self.clips.rows[i]["samples"] > BATCH_SECONDS * SAMPLE_RATE:
                batches.append([])
            batches[-1].append(i)
        self.chance.shuffle(batches)
        return [batch for batch in batches if batch]

    def is_person(self, clip: int) -> bool:
        return self.clips.rows[clip]["source"] not in ("espeak", "flite")


def waveform(clips: Clips, clip: int) -> torch.Tensor:
    return torch.from_numpy(clips.audio(clip).astype("float32")) / 32768


def losses(model: Recogniser, clips: Clips, batch: list[int], strength: float) -> torch.Tensor:
    """The CTC loss of each clip of a batch augmented with `strength`, per letter."""
    with torch.no_grad():
        waves = [augment.resampled(waveform(clips, i)) for i in batch]
        lengths = torch.tensor([len(wave) for wave in waves])
        padded = augment.augmented(torch.nn.utils.rnn.pad_sequence(waves, batch_first=True), strength)
        frames, factor = frames_of(lengths), random.uniform(0.9, 1.12)
        mels = augment.stretched(augment.masked(model.features(padded, frames), strength), factor)
        outputs = outputs_of((frames * factor).long().clamp(max=mels.shape[2]))
    texts = [encode(clips.rows[i]["text"]) for i in batch]
    letters = torch.tensor([len(text) for text in texts])
    with torch.autocast("cpu", torch.bfloat16):  # more than twice as fast where the processor knows bfloat16
        log_probs = model.network(mels).transpose(0, 1)
    loss = F.ctc_loss(log_probs, torch.tensor(sum(texts, [])), outputs, letters, reduction="none", zero_infinity=True)
    return loss / letters


def set_profile(model: Recogniser, mixture: Mixture) -> None:
    """Sets the mean spectrum of the features from a sample of the training clips."""
    with torch.no_grad():
        sample = random.Random(0).choices(mixture.people, k=100) + random.Random(1).choices(mixture.voices, k=100)
        means = [model.features.log_mels(waveform(mixture.clips, i)[None]).mean((0, 2)) for i in sample]
        mean = torch.stack(means).mean(0)
        model.features.profile.copy_(mean - mean.mean())


@torch.inference_mode()
def development_wer(model: Recogniser, clips: Clips) -> float:
    """Greedy word error rate over a few clips spread through the set."""
    model.eval()
    chosen = range(0, len(clips.rows), max(1, len(clips.rows) // DEVELOPMENT_CLIPS))
    pairs = [(clips.rows[i]["text"], greedy(model(waveform(clips, i)[None])[0])) for i in chosen]
    model.train()
    return word_errors(pairs)


def rate_at(progress: float) -> float:
    """The learning rate when `progress` of the time is spent: up in a straight line, down along a cosine."""
    if progress < WARM_UP:
        return PEAK_RATE * (0.05 + 0.95 * progress / WARM_UP)
    return PEAK_RATE * max(LAST_RATE, 0.5 + 0.5 * math.cos(math.pi * min(1, (progress - WARM_UP) / (1 - WARM_UP))))


def strength_at(progress: float) -> float:
    """How much to augment: fully at first, less and less once the rate is low, so as to end on speech as it is."""
    return 1.0 if progress < FADE_FROM else 1 - 0.8 * min(1, (progress - FADE_FROM) / (1 - FADE_FROM))


class Training:
    """A model on its way: weights, optimiser, and how far it is. Begins again from out/last.pt when that is there."""

    def __init__(self, out: Path, minutes: float, start: Path | None):
        out.mkdir(parents=True, exist_ok=True)
        self.last, self.log, self.minutes = out / "last.pt", out / "log.tsv", minutes
        self.resumed = self.last.exists()
        origin = self.last if self.resumed else start
        self.model, state = load(origin) if origin else (Recogniser(), {})
        several = [p for p in self.model.parameters() if p.ndim > 1]
        single = [p for p in self.model.parameters() if p.ndim <= 1]
        groups = [{"params": several}, {"params": single, "weight_decay": 0}]
        self.optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98))
        self.step, self.spent, self.heard = 0, 0.0, 0.0
        if self.resumed:
            self.optimiser.load_state_dict(state["optimiser"])
            self.step, self.spent, self.heard = state["step"], state["spent"], state["heard"]
        else:
            self.log.write_text("minutes\tstep\thours heard\trate\tloss people\tloss voices\tWER people\tWER voices\n")

    @property
    def progress(self) -> float:
        return self.spent / 60 / self.minutes

    def learn(self, each: torch.Tensor) -> None:
        """One step down the mean of the losses of a batch."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(self.progress)
        self.optimiser.zero_grad()
        each.mean().backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.step += 1

    def checkpoint(self, *figures: str) -> None:
        """Saves everything a later run needs and adds a line to the log."""
        partial = self.last.with_suffix(".partial")
        torch.save({"model": self.model.state_dict(), "optimiser": self.optimiser.state_dict(), "step": self.step,
                    "spent": self.spent, "heard": self.heard}, partial)
        partial.replace(self.last)
        rate = f"{rate_at(self.progress):.2e}"
        line = "\t".join((f"{self.spent / 60:.1f}", str(self.step), f"{self.heard / 3600:.2f}", rate, *figures))
        with self.log.open("a") as file:
            file.write(line + "\n")
        print(line, flush=True)


def train(data: Path, training: Training, share: float) -> None:
    """Trains until the minutes are spent or SIGTERM comes."""
    torch.manual_seed(training.step)
    chance = random.Random(training.step)
    mixture = Mixture(data / "train", share, chance)
    if not training.resumed:
        set_profile(training.model, mixture)
    developments = Clips(data / "dev"), Clips(data / "test", "voices-*.tsv")
    stopping: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopping.append(number))
    seen: dict[bool, list[float]] = {True: [], False: []}
    batches: list[list[int]] = []
    saved = clock = time.monotonic()
    while training.spent < training.minutes * 60 and not stopping:
        batches = batches or mixture.batches()
        batch = batches.pop()
        each = losses(training.model, mixture.clips, batch, strength_at(training.progress))
        training.learn(each)
        for clip, loss in zip(batch, each.tolist()):
            seen[mixture.is_person(clip)].append(loss)
        training.heard += sum(mixture.clips.rows[clip]["samples"] for clip in batch) / SAMPLE_RATE
        now = time.monotonic()
        training.spent, clock = training.spent + now - clock, now
        finished = training.spent >= training.minutes * 60 or stopping
        if now - saved > CHECKPOINT_SECONDS or finished:
            means = [f"{sum(seen[person]) / max(1, len(seen[person])):.3f}" for person in (True, False)]
            wers = [f"{development_wer(training.model, clips):.1%}" for clips in developments]
            training.checkpoint(*means, *wers)
            seen, saved = {True: [], False: []}, now
            mixture = Mixture(data / "train", share, chance)  # the voices may have spoken more in the meantime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=720, help="the whole time, earlier runs included")
    parser.add_argument("--start", type=Path, help="weights to begin from; nothing else is taken from them")
    parser.add_argument("--people", type=float, default=0.3, help="share of the seconds that people speak")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    train(args.data, Training(args.out, args.minutes, args.start), args.people)


if __name__ == "__main__":
    main()
