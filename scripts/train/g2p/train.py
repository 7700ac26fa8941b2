"""Trains the network for words that the lexicon lacks.

    python train.py --dictionary cmudict.dict --out FOLDER [--minutes 18] [--words N]

Writes g2p.onnx (letters int64 [1, n] -> scores float32 [1, 3 n, sounds + 1], weights in half precision) and figures.md.
"""
import argparse
import inspect
import math
import random
import time
from pathlib import Path

import numpy as np
import onnx
import onnx.checker
import onnx.numpy_helper
import torch
import torch.nn.functional as F

from network import PER_LETTER, Network
from sounds import LETTERS, SOUNDS, dictionary, flite_phones, phone_of

PEAK_RATE, BATCH = 2e-3, 256
HELD_OUT = 0.02
FEWEST_HALVED = 1024


def letters_of(word: str) -> list[int]:
    return [LETTERS.index(letter) + 1 for letter in word]


def batches(words: list[str], chance: random.Random):
    """Batches of words of like length."""
    order = sorted(words, key=lambda word: len(word) + chance.random() * 2)
    groups = [order[i : i + BATCH] for i in range(0, len(order), BATCH)]
    chance.shuffle(groups)
    return groups


def loss_of(network: Network, group: list[str], spoken: dict[str, list[str]]) -> torch.Tensor:
    letters = torch.nn.utils.rnn.pad_sequence([torch.tensor(letters_of(word)) for word in group], batch_first=True)
    targets = [[SOUNDS.index(sound) + 1 for sound in spoken[word]] for word in group]
    lengths = torch.tensor([PER_LETTER * len(word) for word in group])
    wanted = torch.tensor([len(target) for target in targets])
    scores = network(letters).transpose(0, 1)
    return F.ctc_loss(scores, torch.tensor(sum(targets, [])), lengths, wanted, zero_infinity=True)


def read(scores: np.ndarray) -> list[str]:
    """Greedy CTC: best class of each place, repeats merged, blanks dropped."""
    best = scores.argmax(-1)
    return [SOUNDS[c - 1] for i, c in enumerate(best) if c and (i == 0 or c != best[i - 1])]


def distance(said: list[str], wanted: list[str]) -> int:
    row = list(range(len(wanted) + 1))
    for i, a in enumerate(said, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(wanted, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def reader_of(network: Network, model: Path):
    """Reads letters with the exported model, or with the network itself where there is no onnxruntime."""
    try:
        import onnxruntime
    except ImportError:
        return lambda letters: network(torch.tensor([letters])).detach().numpy()[0]
    session = onnxruntime.InferenceSession(model)
    return lambda letters: session.run(None, {"letters": np.array([letters])})[0][0]


def figures(reader, words: list[str], spoken: dict[str, list[str]]) -> str:
    """Phone error rate and words right on words kept out, beside flite's letter rules on some of them."""
    rows = []
    own = [read(reader(letters_of(word))) for word in words]
    for name, said, chosen in (("network", [[phone_of(s) for s in sounds] for sounds in own], words),
                               ("flite, its lexicon included", flite_phones(words[:500]), words[:500])):
        wanted = [[phone_of(sound) for sound in spoken[word]] for word in chosen]
        errors = sum(distance(a, b) for a, b in zip(said, wanted))
        right = sum(a == b for a, b in zip(said, wanted))
        rows.append(f"| {name} | {len(chosen)} | {errors / sum(map(len, wanted)):.1%} | {right / len(chosen):.1%} |\n")
    return "| on words kept out | words | phone errors | words right |\n|---|---|---|---|\n" + "".join(rows)


def export(network: Network, target: Path) -> None:
    network.eval()
    # Older versions have this exporter alone and no word for it.
    classic = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(network, (torch.tensor([letters_of("example")]),), str(target), **classic, opset_version=17,
                      input_names=["letters"], output_names=["scores"],
                      dynamic_axes={"letters": {1: "letters"}, "scores": {1: "places"}})
    model, kept, casts = onnx.load(str(target)), [], []
    for tensor in model.graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < FEWEST_HALVED:
            kept.append(tensor)
            continue
        kept.append(onnx.numpy_helper.from_array(values.astype(np.float16), f"{tensor.name}.half"))
        casts.append(onnx.helper.make_node("Cast", [f"{tensor.name}.half"], [tensor.name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dictionary", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=18)
    parser.add_argument("--words", type=int, help="only so many words, for a quick try")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    chance = random.Random(1)
    args.out.mkdir(parents=True, exist_ok=True)
    spoken = dictionary(args.dictionary)
    words = sorted(spoken)[:: max(1, len(spoken) // args.words) if args.words else 1]
    chance.shuffle(words)
    kept_out, training = words[: max(20, int(HELD_OUT * len(words)))], words[max(20, int(HELD_OUT * len(words))) :]
    network = Network()
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=0.01)
    started, step = time.monotonic(), 0
    progress = 0.0
    while progress < 1:
        for group in batches(training, chance):
            progress = (time.monotonic() - started) / 60 / args.minutes
            if progress >= 1:
                break
            fall = 0.5 + 0.5 * math.cos(math.pi * progress)
            rate = PEAK_RATE * min(1, progress / 0.03 + 0.05) * (0.01 + 0.99 * fall)
            for each in optimiser.param_groups:
                each["lr"] = rate
            optimiser.zero_grad()
            loss = loss_of(network, group, spoken)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step % 100 == 0:
                print(f"step {step}: {progress:.0%}, loss {loss.item():.3f}", flush=True)
    export(network, args.out / "g2p.onnx")
    report = figures(reader_of(network, args.out / "g2p.onnx"), kept_out, spoken)
    (args.out / "figures.md").write_text(report)
    print(report)


if __name__ == "__main__":
    main()
