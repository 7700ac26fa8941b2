"""The bank of sounds that are no speech: noises, events and music, 20 s each, as shards of 16 kHz samples.

    python backgrounds.py --out FOLDER [--share 1.0]
"""
import argparse
import sys
from pathlib import Path

import numpy as np

import music
import sounds

sys.path.append(str(Path(__file__).parent.parent / "speech"))
from data import write_shard  # noqa: E402
from voices import to_int16  # noqa: E402

SECONDS = 20
COUNTS = {"noise": 25, "event": 40, "synthesised": 450, "rendered": 450}  # of each kind of noise and event; songs


def bank(share: float):
    """(shard name, maker) for every shard."""
    for group, kinds in (("noise", sounds.NOISES), ("event", sounds.EVENTS)):
        for kind in kinds:
            yield kind, max(1, int(COUNTS[group] * share)), lambda name, kind=kind: sounds.make(
                kind, SECONDS, np.random.default_rng(list(name.encode())))
    for kind, maker in (("synthesised", music.synthesised), ("rendered", music.rendered)):
        yield kind, max(1, int(COUNTS[kind] * share)), lambda name, maker=maker: maker(SECONDS, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, default=1, help="of the usual number of clips")
    args = parser.parse_args()
    for kind, count, maker in bank(args.share):
        if (args.out / f"{kind}.tsv").exists():
            continue
        clips = ((kind, kind, to_int16(maker(f"{kind} {number}")), "") for number in range(count))
        print(f"{kind}: {write_shard(args.out, kind, clips):.2f} h", flush=True)


if __name__ == "__main__":
    main()
