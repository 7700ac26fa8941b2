"""Writes a checkpoint as ONNX with the features inside the graph, and checks it against torch.

    python export.py --checkpoint FILE --out FOLDER

Input `input_values` float32 [1, samples], 16 kHz mono, -1..1. Output `speech` float32 [1, frames], the probability of
speech in each 10 ms.
"""
import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from network import WINDOW, Detector, Probabilities

OPSET = 17
MOST_DIFFERENCE, MOST_BYTES = 2e-3, 500_000
FEWEST_HALVED = 1 << 12  # smaller tensors are not worth a node


def fourier_nodes(name: str) -> tuple[list[onnx.TensorProto], list[onnx.NodeProto]]:
    """The Fourier kernels as a table of one period; onnxruntime unfolds it once, when the model is loaded."""
    turn = 2 * np.pi * np.arange(WINDOW) / WINDOW
    constants = {"bin": np.arange(WINDOW // 2 + 1)[:, None], "place": np.arange(WINDOW)[None], "period": np.array(WINDOW),
                 "cosine": np.cos(turn).astype(np.float32), "sine": np.sin(turn).astype(np.float32),
                 "window": (0.5 - 0.5 * np.cos(turn)).astype(np.float32), "shape": np.array([WINDOW + 2, 1, WINDOW])}
    tensors = [onnx.numpy_helper.from_array(np.ascontiguousarray(value), f"fourier.{key}") for key, value in constants.items()]
    steps = (("Mul", "bin place", "product"), ("Mod", "product period", "phase"), ("Gather", "cosine phase", "cosines"),
             ("Gather", "sine phase", "sines"), ("Concat", "cosines sines", "both"), ("Mul", "both window", "windowed"))
    nodes = [onnx.helper.make_node(kind, [f"fourier.{part}" for part in inputs.split()], [f"fourier.{output}"],
                                   **({"axis": 0} if kind == "Concat" else {})) for kind, inputs, output in steps]
    return tensors, [*nodes, onnx.helper.make_node("Reshape", ["fourier.windowed", "fourier.shape"], [name])]


def compact(model: onnx.ModelProto) -> onnx.ModelProto:
    """Stores the weights as float16 with a Cast each, and the Fourier kernels as a table."""
    added, kept, nodes, tensors = [], [], [], list(model.graph.initializer)
    for node in model.graph.node:
        if node.op_type == "Constant" and np.prod(node.attribute[0].t.dims) >= FEWEST_HALVED:
            node.attribute[0].t.name = node.output[0]
            tensors.append(node.attribute[0].t)
        else:
            nodes.append(node)
    for tensor in tensors:
        values = onnx.numpy_helper.to_array(tensor)
        if values.shape == (WINDOW + 2, 1, WINDOW):
            table, steps = fourier_nodes(tensor.name)
            kept += table
            added += steps
        elif values.dtype == np.float32 and values.size >= FEWEST_HALVED:
            half = f"{tensor.name}.half"
            kept.append(onnx.numpy_helper.from_array(values.astype(np.float16), half))
            added.append(onnx.helper.make_node("Cast", [half], [tensor.name], to=onnx.TensorProto.FLOAT))
        else:
            kept.append(tensor)
    nodes = [*added, *nodes]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    return model


def export(checkpoint: Path, out: Path) -> Path:
    detector = Detector()
    detector.load_state_dict(torch.load(checkpoint, weights_only=True)["model"])
    model, target = Probabilities(detector).eval(), out / "model.onnx"
    out.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(model, (torch.randn(1, 16000) * 0.1,), target, dynamo=False, opset_version=OPSET,
                      input_names=["input_values"], output_names=["speech"],
                      dynamic_axes={"input_values": {1: "samples"}, "speech": {1: "frames"}})
    onnx.save(compact(onnx.load(target)), target)
    onnx.checker.check_model(onnx.load(target))
    session = onnxruntime.InferenceSession(target)
    difference = 0.0
    for samples in (1, 160, 1600, 16000, 52345, 160000):
        wave = np.random.default_rng(samples).normal(0, 0.1, (1, samples)).astype(np.float32)
        with torch.inference_mode():
            expected = model(torch.from_numpy(wave)).numpy()
        given = session.run(None, {"input_values": wave})[0]
        if given.shape != (1, -(-samples // 160)):
            raise SystemExit(f"{samples} samples give {given.shape} frames")
        difference = max(difference, float(np.abs(given - expected).max()))
    size = target.stat().st_size
    print(f"{target}: {size / 1e3:.0f} kB, opset {OPSET}, greatest difference from torch {difference:.1e}")
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
