"""Writes a checkpoint as ONNX with the features inside the graph and the weights in half precision.

The weights are widened when the model is loaded, so that it computes in single precision and takes half the room.

    python export.py --checkpoint FILE --out FOLDER

Input `input_values` float32 [1, samples], 16 kHz mono, -1..1. Output `log_probs` float32 [1, frames, 29].
"""
import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from model import load

OPSET = 17
MOST_DIFFERENCE, MOST_BYTES = 2e-2, 14_000_000  # of log probabilities; a language model lies beside it
FEWEST_HALVED = 4096  # smaller tensors are not worth a node


def halve(model: onnx.ModelProto) -> onnx.ModelProto:
    """Stores the big weights as float16 with a Cast each; the Fourier kernels stay, or quiet sounds would drown."""
    casts, kept = [], []
    for tensor in model.graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < FEWEST_HALVED or "kernels" in tensor.name:
            kept.append(tensor)
            continue
        half = f"{tensor.name}.half"
        kept.append(onnx.numpy_helper.from_array(values.astype(np.float16), half))
        casts.append(onnx.helper.make_node("Cast", [half], [tensor.name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    return model


def export(checkpoint: Path, out: Path) -> Path:
    """Writes out/model.onnx; raises SystemExit when it is too big or says something else than torch does."""
    model, target = load(checkpoint)[0].eval(), out / "model.onnx"
    out.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(model, (torch.randn(1, 16000) * 0.1,), target, dynamo=False, opset_version=OPSET,
                      input_names=["input_values"], output_names=["log_probs"],
                      dynamic_axes={"input_values": {1: "samples"}, "log_probs": {1: "frames"}})
    onnx.save(halve(onnx.load(target)), target)
    onnx.checker.check_model(onnx.load(target))
    session = onnxruntime.InferenceSession(target)
    difference = 0.0
    for samples in (1600, 16000, 52345, 160000):
        wave = np.random.default_rng(samples).normal(0, 0.1, (1, samples)).astype(np.float32)
        with torch.inference_mode():
            expected = model(torch.from_numpy(wave)).numpy()
        difference = max(difference, float(np.abs(session.run(None, {"input_values": wave})[0] - expected).max()))
    size = target.stat().st_size
    print(f"{target}: {size / 1e6:.1f} MB, opset {OPSET}, greatest difference from torch {difference:.1e}")
    if difference > MOST_DIFFERENCE or size > MOST_BYTES:
        raise SystemExit("the export is too big or does not agree with torch")
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    export(args.checkpoint, args.out)


if __name__ == "__main__":
    main()
