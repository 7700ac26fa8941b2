"""Trains the encoder, and scores the folds that it was told to leave out.

    python train.py --rows encoder-rows.jsonl --wheel WHEEL --hold 0,1 --seed 2 --checkpoint encoder-0-1-2.pt
    python train.py --rows encoder-rows.jsonl --wheel WHEEL --start encoder-0-1-2.pt --rate 0.5 --checkpoint encoder-2.pt
    python train.py --rows encoder-rows.jsonl --wheel WHEEL --start encoder-0-1-1.pt encoder-0-1-2.pt --draws 0 --hold 0,1 --scores scores-0-1.json

Several checkpoints to start from count as the mean of their weights: runs that begin alike and draw other rows err in other
places, and their mean errs less than each (Wortsman et al., Model soups, ICML 2022; Rame et al., Diverse weight averaging,
NeurIPS 2022). That takes a common beginning, so the head starts from the same numbers whatever the seed.

Every batch is read twice, with other parts of the network left out each time, and the two readings are held together (Liang et al.,
R-Drop, NeurIPS 2021). Half of the batches have a harmless neighbour before or behind every row, as messages and pages have, so that an
attack is learned apart from the texts it came with.

On a large GPU twelve runs of 260,000 draws side by side take four minutes, on one core one of them nine hours. On a CPU best with
MALLOC_MMAP_THRESHOLD_ and MALLOC_TRIM_THRESHOLD_ set high, as `../encoder.sh` does: giving memory back after every step takes longer
than the step.
"""
import argparse
import collections
import json
import random
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load

sys.path.insert(0, str(Path(__file__).resolve().parent))
from model import Encoder, mean_of  # noqa: E402
from published import published_weights  # noqa: E402

BEGIN, END, MASK = 101, 102, 103
BATCH_TOKENS, BATCH_ROWS, POOL_ROWS = 8192, 160, 3072
MAX_TOKENS = 126
BODY_RATE, HEAD_RATE, WARM_UP = 2e-4, 1e-3, 0.06
FAMILY_POWER = 0.5  # a family counts by its rows to the power of 1 less this
MOST_REPEATS = 60
SMOOTHING = 0.02
AVERAGE = 0.995  # of the moving average of the weights, which is what is kept
HIDDEN_WORDS = 0.16  # up to this share of a row's tokens is masked
GENERATED = (0.15, 0.55)  # what a generated row counts beside another: of users, of tool results and documents
LOOK_AGAIN = 0.4  # after this share of the steps the passages of long attacks are chosen anew
BETTER = 0.7  # by so much in log odds another passage must look more like an attack
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HALF = DEVICE == "cuda" or torch.ops.mkldnn._is_mkldnn_bf16_supported()  # elsewhere bfloat16 takes several times as long as float32
BESIDE = 0.5  # of the batches have a harmless neighbour beside every row
NEIGHBOUR = (6, 56)  # of so many tokens at least, where it has them
FIRST_PASSAGE = 0.5  # of the draws of a long harmless row read the passage that the first stage finds most suspicious


def weigh(rows: list[dict]) -> np.ndarray:
    """The share of the draws that each row gets: families by the root of their size, attacks and harmless rows of each side alike."""
    key = [(row["family"], row["attack"], row["channel"] > 0) for row in rows]
    sizes = collections.Counter(key)
    weights = np.array([row["weight"] * (GENERATED[row["channel"] > 0] if row["generated"] else 1) / sizes[name] ** FAMILY_POWER for row, name in zip(rows, key)])
    sides = collections.Counter()
    for (_, *side), weight in zip(key, weights):
        sides[tuple(side)] += weight
    weights /= [sides[tuple(side)] for _, *side in key]
    return weights / weights.sum()


def draw(rows: list[dict], weights: np.ndarray, count: int) -> list[dict]:
    """About `count` rows by their weights, spread evenly."""
    offset = np.random.rand()
    reached = (np.cumsum(weights) * count + offset).astype(int)
    times = np.diff(np.concatenate([[int(offset)], reached]))
    return [row for row, number in zip(rows, times) for _ in range(min(number, MOST_REPEATS))]


def batches(rows: list[dict], tokens: int, shuffled: bool) -> list[list[dict]]:
    """Rows of like length together, so many tokens and the rows and the pool that go with them."""
    share = tokens / BATCH_TOKENS
    most, pool = int(BATCH_ROWS * share), int(POOL_ROWS * share)
    rows = list(rows)
    random.shuffle(rows) if shuffled else rows.sort(key=lambda row: len(row["ids"]))
    out = []
    for start in range(0, len(rows), pool):
        batch: list[dict] = []
        for row in sorted(rows[start : start + pool], key=lambda row: len(row["ids"])):
            if batch and ((len(batch) + 1) * (len(row["ids"]) + 2) > tokens or len(batch) >= most):
                out.append(batch)
                batch = []
            batch.append(row)
        out.append(batch)
    if shuffled:
        random.shuffle(out)
    return out


def passage(row: dict) -> list[int]:
    """What is learned of a row this time: of a long attack the passage that holds it, of a long harmless text any."""
    if row["attack"] or not row["further"]:
        return row["ids"]
    return row["ids"] if random.random() < FIRST_PASSAGE else random.choice(row["further"])


class Neighbours:
    """Harmless rows by channel, drawn by their weights."""

    def __init__(self, rows: list[dict], weights: np.ndarray) -> None:
        self.rows, self.sums = {}, {}
        for channel in range(3):
            own = [(row, weight) for row, weight in zip(rows, weights) if row["channel"] == channel and not row["attack"]]
            self.rows[channel] = [row for row, _ in own]
            self.sums[channel] = np.cumsum([weight for _, weight in own])

    def beside(self, tokens: list[int], channel: int) -> list[int]:
        """Tokens with those of a neighbour before or behind them, each cut where both are too long."""
        if not self.rows[channel]:
            return tokens
        place = np.searchsorted(self.sums[channel], random.random() * self.sums[channel][-1])
        other = self.rows[channel][min(place, len(self.rows[channel]) - 1)]["ids"]
        other = part_of(other, max(MAX_TOKENS - len(tokens), random.randint(*NEIGHBOUR)))
        own = part_of(tokens, MAX_TOKENS - len(other))
        return other + own if random.random() < 0.5 else own + other


def part_of(tokens: list[int], most: int) -> list[int]:
    """Any stretch of so many tokens, or all where they are no more."""
    start = random.randint(0, max(0, len(tokens) - most))
    return tokens[start : start + most]


def pack(batch: list[dict], hide: bool, neighbours: Neighbours | None = None) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """ids, mask and channels of a batch; with `hide`, for learning, some tokens are masked, so that no single word decides."""
    read = [passage(row) if hide else row["ids"] for row in batch]
    if neighbours is not None:
        read = [neighbours.beside(tokens, row["channel"]) for tokens, row in zip(read, batch)]
    length = max(map(len, read)) + 2
    ids, mask = np.zeros((len(batch), length), np.int64), np.zeros((len(batch), length), np.int64)
    for place, tokens in enumerate(read):
        own = np.array(tokens, np.int64)
        if hide:
            own[np.random.rand(len(own)) < HIDDEN_WORDS * np.random.rand()] = MASK
        ids[place, : len(own) + 2] = [BEGIN, *own, END]
        mask[place, : len(own) + 2] = 1
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(mask).to(DEVICE), torch.tensor([row["channel"] for row in batch], device=DEVICE)


def choose_passages(model: Encoder, rows: list[dict]) -> None:
    """The first stage may have shown a passage of an attack that holds nothing of it: the one that the encoder finds most hostile takes its place."""
    long = {row["id"]: row for row in rows if row["attack"] and row["further"]}
    shown = [{**row, "id": (name, place), "ids": ids} for name, row in long.items() for place, ids in enumerate([row["ids"], *row["further"]])]
    found = score(model, shown)
    moved = 0
    for name, row in long.items():
        windows = [row["ids"], *row["further"]]
        best = max(range(len(windows)), key=lambda place: found[(name, place)])
        if found[(name, best)] > found[(name, 0)] + BETTER:
            row["ids"], moved = windows[best], moved + 1
    print(f"{moved} of {len(long)} long attacks are read elsewhere", flush=True)
    model.train()


def train(model: Encoder, rows: list[dict], draws: int, rate: float, new: list[str], times: float, tokens: int) -> None:
    """One pass over so many draws, those of the generated kinds in `new` so many times; leaves the moving average of the weights in the model."""
    own = {kind: float(number or times) for kind, _, number in (name.partition("=") for name in new)}
    weights = weigh(rows) * [own.get(row["id"].removeprefix("generated-").rpartition("-")[0], 1) for row in rows]
    weights /= weights.sum()
    neighbours = Neighbours(rows, weights)
    order = batches(draw(rows, weights, draws), tokens, True)
    head = [value for name, value in model.named_parameters() if not name.startswith("layers.")]
    groups = [{"params": list(model.layers.parameters()), "lr": BODY_RATE}, {"params": head, "lr": HEAD_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    average = {name: value.detach().clone() for name, value in model.named_parameters()}
    model.train()
    for step, batch in enumerate(order):
        if step == int(LOOK_AGAIN * len(order)):
            choose_passages(model, [row for later in order[step:] for row in later])
        share = min(1, (step + 1) / (WARM_UP * len(order))) * max(0.02, 1 - step / len(order))
        for group, highest in zip(optimizer.param_groups, (BODY_RATE, HEAD_RATE)):
            group["lr"] = rate * highest * share
        wanted = torch.tensor([row["attack"] for row in batch], device=DEVICE) * (1 - 2 * SMOOTHING) + SMOOTHING
        packed = pack(batch, True, neighbours if random.random() < BESIDE else None)
        with torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
            once, again = model(*packed), model(*packed)
        apart = ((torch.sigmoid(once) - torch.sigmoid(again)) * (once - again)).mean()
        loss = (F.binary_cross_entropy_with_logits(once, wanted) + F.binary_cross_entropy_with_logits(again, wanted)) / 2 + apart
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        kept = min(AVERAGE, (step + 1) / (step + 20))
        with torch.no_grad():
            for name, value in model.named_parameters():
                average[name].lerp_(value, 1 - kept)
        if step % 50 == 0:
            print(f"{step} of {len(order)}: {loss.item():.3f}", flush=True)
    for name, value in model.named_parameters():
        value.data = average[name]


def score(model: Encoder, rows: list[dict]) -> dict:
    """The log odds of some rows by their id."""
    model.eval()
    scores = {}
    with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=HALF):
        for batch in batches(rows, BATCH_TOKENS, False):
            scores.update(zip((row["id"] for row in batch), model(*pack(batch, False)).tolist()))
    return scores


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=Path, required=True)
    arguments.add_argument("--wheel", type=Path, required=True, help="the published weights, as encoder.sh fetches them")
    arguments.add_argument("--hold", default="", help="folds to leave out, separated by commas")
    arguments.add_argument("--scores", type=Path, help="where the log odds of the folds left out go")
    arguments.add_argument("--checkpoint", type=Path)
    arguments.add_argument("--layers", type=int, default=4)
    arguments.add_argument("--draws", type=int, default=260_000)
    arguments.add_argument("--tokens", type=int, default=BATCH_TOKENS, help="of a batch; fewer where there are few draws, so that they make enough steps")
    arguments.add_argument("--start", type=Path, nargs="*", default=[], help="checkpoints to go on from; the published weights where absent")
    arguments.add_argument("--rate", type=float, default=1, help="what the step sizes are multiplied by")
    arguments.add_argument("--new", nargs="*", default=[], help="generated kinds that a run which goes on has yet to learn, or KIND=TIMES")
    arguments.add_argument("--times", type=float, default=1, help="what their rows count beside the others of their size")
    arguments.add_argument("--dropout", type=float, default=0.1)
    arguments.add_argument("--seed", type=int, default=1, help="of the draws")
    options = arguments.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    held = {int(fold) for fold in options.hold.split(",") if fold}
    everything = [json.loads(line) for line in options.rows.read_text().splitlines()]
    encoder = Encoder(load(published_weights(options.wheel)), options.layers, options.dropout)
    if options.start:
        encoder.load_state_dict(mean_of(options.start))
    encoder.to(DEVICE)
    for seed in (torch.manual_seed, random.seed, np.random.seed):
        seed(options.seed)
    if options.draws > 0:
        train(encoder, [row for row in everything if row["fold"] not in held and row["weight"] > 0], options.draws, options.rate, options.new, options.times, options.tokens)
    if options.checkpoint:
        torch.save({"layers": options.layers, "state": {name: value.cpu() for name, value in encoder.state_dict().items()}}, options.checkpoint)
    if options.scores:
        options.scores.write_text(json.dumps(score(encoder, [row for row in everything if row["fold"] in held and not row["generated"]])))
