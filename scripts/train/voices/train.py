"""Trains the voices over a time budget and keeps the average of the weights.

    python train.py --data FOLDER --out FOLDER --minutes M

Goes on from OUT/last.pt. A line of OUT/log.tsv now and then: minutes, seconds of speech heard, losses.
"""
import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch

from model import FEATURES, Voices, positions
from phones import INDEX, VOICES

SECONDS_A_STEP = 24
PEAK_RATE, LAST_RATE, WARM_STEPS = 1.5e-3, 2e-5, 100
AVERAGE = 0.998
SAVE_EVERY = 120
SWAPPED = [INDEX[name] for name in ("ax", "ah", "ih", "eh")]
SWAP = 0.04


class Speech:
    """Every voice's utterances, in memory."""

    def __init__(self, folder: Path):
        self.items, self.tracks, self.tables, self.bounds = [], [], [], []
        for voice, (name, _) in enumerate(VOICES):
            with np.load(folder / f"{name}.npz") as stored:
                phones, first, pace, frames = (stored[key] for key in ("phones", "first", "pace", "frames"))
            ends = np.concatenate([[0], np.cumsum(phones[:, 4])])
            self.tracks.append(frames), self.tables.append(phones)
            self.items += [(voice, first[i], first[i + 1], ends[first[i]], ends[first[i + 1]], pace[i]) for i in range(len(pace))]
        sample = np.concatenate([track[:: max(1, len(track) // 100_000)].astype(np.float32) for track in self.tracks])
        self.mean, self.deviation = sample.mean(0), sample.std(0)
        self.log_frames_mean = float(np.mean([np.log(table[:, 4]).mean() for table in self.tables]))

    def batches(self, draw: np.random.Generator, frames: int):
        """Items of like length, about `frames` frames at a time, for ever."""
        while True:
            order = sorted(draw.permutation(len(self.items)), key=lambda i: (self.items[i][4] - self.items[i][3]) * draw.uniform(0.9, 1.1))
            made, batch, longest = [], [], 0
            for i in order:
                length = self.items[i][4] - self.items[i][3]
                if batch and max(longest, length) * (len(batch) + 1) > frames:
                    made.append(batch)
                    batch, longest = [], 0
                batch.append(i)
                longest = max(longest, length)
            made.append(batch)
            for at in draw.permutation(len(made)):
                yield made[at]

    def batch(self, chosen: list[int], draw: np.random.Generator) -> dict[str, torch.Tensor]:
        """Padded tensors of some items; some unstressed vowels are changed, as another dictionary might."""
        items = [self.items[i] for i in chosen]
        count = max(item[2] - item[1] for item in items)
        frames = max(item[4] - item[3] for item in items)
        frames += frames % 2
        table, target = np.zeros((len(items), count, 5), np.int64), np.zeros((len(items), frames, FEATURES), np.float32)
        index, passed, total = np.zeros((len(items), frames), np.int64), np.zeros((len(items), frames)), np.ones((len(items), frames))
        for row, (voice, first, end, start, stop, _) in enumerate(items):
            phones, length = self.tables[voice][first:end], stop - start
            table[row, : end - first] = phones
            target[row, :length] = self.tracks[voice][start:stop]
            index[row, :length] = np.repeat(np.arange(end - first), phones[:, 4])
            index[row, length:] = end - first - 1
            begins = np.concatenate([[0], np.cumsum(phones[:, 4])])
            passed[row, :length] = np.arange(length) - begins[index[row, :length]]
            total[row, :length] = phones[index[row, :length], 4]
        swapped = np.isin(table[..., 0], SWAPPED) & (table[..., 1] == 0) & (draw.random(table.shape[:2]) < SWAP)
        table[..., 0] = np.where(swapped, draw.choice(SWAPPED[:3], table.shape[:2]), table[..., 0])
        as_float = lambda array: torch.tensor(array, dtype=torch.float32)
        lengths = torch.tensor([item[4] - item[3] for item in items])
        pace = as_float([item[5] for item in items])[:, None]
        return {"table": torch.tensor(table), "target": torch.tensor(target), "index": torch.tensor(index), "pace": pace,
                "position": positions(as_float(passed), as_float(total), pace),
                "voice": torch.tensor([item[0] for item in items]), "phones": torch.tensor([item[2] - item[1] for item in items]),
                "heard": (torch.arange(frames)[None] < lengths[:, None]).float()}


def losses(model: Voices, batch: dict[str, torch.Tensor], weight: torch.Tensor) -> dict[str, torch.Tensor]:
    """Mean losses of a batch: durations, cepstra, their slopes, melody, strengths, voicing."""
    table, heard = batch["table"], batch["heard"]
    encoded, mask = model.encode(table[..., 0], table[..., 1], table[..., 2], table[..., 3], batch["voice"], batch["phones"])
    length = model.durations(encoded, mask)
    wanted = torch.log(table[..., 4].clamp(min=1).float() * batch["pace"])
    near_frame = torch.clamp(table[..., 4].float() / 4, max=1)  # a phone of one or two frames says little of its length
    duration = (torch.nn.functional.smooth_l1_loss(length, wanted, reduction="none", beta=0.3) * mask[:, 0] * near_frame).sum() / mask.sum()
    made = model.decode(encoded, batch["index"], batch["position"], heard[:, None, ::2]).float()
    target = (batch["target"] - model.mean) / model.deviation
    total = heard.sum()
    error = (made - target).abs()
    spread = weight * error[..., 1:26]
    slope = weight * ((made[:, 1:, 1:26] - made[:, :-1, 1:26]) - (target[:, 1:, 1:26] - target[:, :-1, 1:26])).abs()
    voiced = batch["target"][..., -1]
    return {"duration": duration, "cepstrum": (spread.mean(-1) * heard).sum() / total,
            "slope": (slope.mean(-1) * heard[:, 1:]).sum() / total,
            "melody": (error[..., 0] * heard * (0.2 + 0.8 * voiced)).sum() / total,
            "strength": (error[..., 26:31].mean(-1) * heard).sum() / total,
            "voicing": (torch.nn.functional.binary_cross_entropy_with_logits(made[..., -1], voiced, reduction="none") * heard).sum() / total}


SHARES = {"duration": 1.0, "cepstrum": 1.0, "slope": 1.0, "melody": 0.5, "strength": 0.3, "voicing": 0.3}


def train(data: Path, out: Path, minutes: float) -> None:
    """Writes out/last.pt: weights, averaged weights, optimiser, time spent."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    speech, model = Speech(data), Voices()
    model.mean.copy_(torch.tensor(speech.mean)), model.deviation.copy_(torch.tensor(speech.deviation))
    model.deviation[-1], model.mean[-1] = 1.0, 0.0
    model.log_frames_mean.fill_(speech.log_frames_mean)
    average = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE))
    optimiser = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, betas=(0.9, 0.98), weight_decay=1e-3)
    spent, heard, step, last = 0.0, 0.0, 0, out / "last.pt"
    if last.exists():
        state = torch.load(last, weights_only=True)
        model.load_state_dict(state["model"]), average.module.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        average.n_averaged.fill_(1)
        spent, heard, step = state["spent"], state["heard"], state["step"]
    weight = torch.sqrt(model.deviation[1:26])
    weight = weight / weight.mean()
    draw = np.random.default_rng(step + 1)
    began, saved, sums, counted = time.time() - spent * 60, time.time(), {}, 0
    for chosen in speech.batches(draw, SECONDS_A_STEP * 200):
        share = (time.time() - began) / 60 / minutes
        if share >= 1:
            break
        rate = min(1, (step + 1) / WARM_STEPS) * (LAST_RATE + (PEAK_RATE - LAST_RATE) * (1 + math.cos(math.pi * share)) / 2)
        for group in optimiser.param_groups:
            group["lr"] = rate
        batch = speech.batch(chosen, draw)
        parts = losses(model, batch, weight)
        optimiser.zero_grad()
        sum(SHARES[name] * value for name, value in parts.items()).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step > 50:
            average.update_parameters(model)
        else:
            average.module.load_state_dict(model.state_dict())
        step += 1
        heard += float(batch["heard"].sum()) * 0.005
        for name, value in parts.items():
            sums[name] = sums.get(name, 0.0) + value.item()
        counted += 1
        if time.time() - saved > SAVE_EVERY or step in (20, 100):
            report(out, (time.time() - began) / 60, heard, step, {name: value / counted for name, value in sums.items()})
            sums, counted, saved = {}, 0, time.time()
            save(last, model, average, optimiser, (time.time() - began) / 60, heard, step)
    if counted:
        report(out, (time.time() - began) / 60, heard, step, {name: value / counted for name, value in sums.items()})
    save(last, model, average, optimiser, (time.time() - began) / 60, heard, step)


def report(out: Path, minutes: float, heard: float, step: int, means: dict[str, float]) -> None:
    line = "\t".join([f"{minutes:.1f}", f"{heard:.0f}", str(step), *(f"{name} {value:.4f}" for name, value in means.items())])
    print(line, flush=True)
    with (out / "log.tsv").open("a") as log:
        log.write(line + "\n")


def save(path: Path, model, average, optimiser, spent: float, heard: float, step: int) -> None:
    part = path.with_suffix(".part")
    torch.save({"model": model.state_dict(), "average": average.module.state_dict(), "optimiser": optimiser.state_dict(),
                "spent": spent, "heard": heard, "step": step}, part)
    part.rename(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    train(options.data, options.out, options.minutes)
