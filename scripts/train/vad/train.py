"""Trains the detector over a time budget; goes on from its last checkpoint.

    python train.py --speech FOLDER --backgrounds FOLDER --out FOLDER --minutes 15
"""
import argparse
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from mixtures import Mixer
from network import Detector

BATCH, PEAK_RATE, WARM_UP = 12, 4e-3, 0.05
SAVE_SECONDS, REPORT_SECONDS = 60, 20


def rate(share: float) -> float:
    """The learning rate once a share of the time is spent: up, then down along a cosine."""
    return PEAK_RATE * min(share / WARM_UP, 0.5 + 0.5 * math.cos(math.pi * min(1, share))) + 1e-5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speech", type=Path, required=True)
    parser.add_argument("--backgrounds", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=15, help="earlier runs included")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    args.out.mkdir(parents=True, exist_ok=True)
    checkpoint, model = args.out / "last.pt", Detector()
    optimiser = torch.optim.AdamW(model.parameters(), PEAK_RATE, weight_decay=1e-2)
    spent, steps = 0.0, 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        spent, steps = saved["seconds"], saved["steps"]

    def save() -> None:
        partial = checkpoint.with_suffix(".partial")
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "seconds": spent, "steps": steps}, partial)
        partial.rename(checkpoint)

    mixer = Mixer(args.speech, args.backgrounds, seed=steps)
    model.train()
    total, saved_at, reported = 60 * args.minutes, spent, spent
    tally = torch.zeros(5)  # loss, missed speech, false speech, speech, rest
    count = 0
    while spent < total:
        started = time.monotonic()
        for group in optimiser.param_groups:
            group["lr"] = rate(spent / total)
        waves, labels = (torch.from_numpy(array) for array in mixer.batch(BATCH))
        odds = model(waves)
        truth = labels.float()
        loss = F.binary_cross_entropy_with_logits(odds, truth * 0.98 + 0.01)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        heard = odds.detach() > 0
        tally += torch.stack([loss.detach(), (labels & ~heard).sum(), (~labels & heard).sum(), labels.sum(), (~labels).sum()])
        count, steps = count + 1, steps + 1
        spent += time.monotonic() - started
        if spent - reported > REPORT_SECONDS:
            loss_sum, missed, false, speech, rest = tally.tolist()
            print(f"{spent:6.0f} s  step {steps}  loss {loss_sum / count:.3f}  missed {100 * missed / speech:.1f} %  "
                  f"false {100 * false / rest:.1f} %", flush=True)
            tally.zero_()
            count, reported = 0, spent
        if spent - saved_at > SAVE_SECONDS:
            save()
            saved_at = spent
    save()
    print(f"{steps} steps in {spent / 60:.1f} minutes")


if __name__ == "__main__":
    main()
