"""Builds the speaker encoder as one ONNX graph (opset 17) straight from the weights: samples in, unit vectors out."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 17
IR_VERSION = 8
RATE = 16_000
WINDOW = 400
HOP = 160
BANDS = 40
HIDDEN = 256
LAYERS = 3
LEVEL = 10 ** (-24 / 20)
SILENCE = 1e-5  # quieter audio is not made louder


def mel_bands() -> np.ndarray:
    """Slaney's mel filters [bands, bins] of unit area, as librosa.filters.mel makes them."""
    linear, logarithmic, step = 200 / 3, 1000.0, np.log(6.4) / 27

    def to_mel(hertz: float) -> float:
        return hertz / linear if hertz < logarithmic else logarithmic / linear + np.log(hertz / logarithmic) / step

    def to_hertz(mel: np.ndarray) -> np.ndarray:
        border = logarithmic / linear
        return np.where(mel < border, mel * linear, logarithmic * np.exp(step * (mel - border)))

    edges = to_hertz(np.linspace(0, to_mel(RATE / 2), BANDS + 2))
    bins = np.linspace(0, RATE / 2, WINDOW // 2 + 1)
    rising = (bins[None] - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - bins[None]) / np.diff(edges)[1:, None]
    return np.maximum(0, np.minimum(rising, falling)) * (2 / (edges[2:] - edges[:-2]))[:, None]


class GraphBuilder:
    """Collects nodes and constants; every call returns the name of the tensor it made."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def constant(self, name: str, value: np.ndarray) -> str:
        """Stores `value` under `name`."""
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def number(self, name: str, value: float) -> str:
        return self.constant(name, np.array(value, np.float32))

    def ints(self, *values: int) -> str:
        return self.constant("i_" + "_".join(map(str, values)), np.array(values, np.int64))

    def weights(self, name: str, value: np.ndarray, half: bool) -> str:
        """Stored as float16 with a Cast, which onnxruntime does once, when the model is loaded."""
        if not half:
            return self.constant(name, value.astype(np.float32))
        return self.op("Cast", self.constant(f"{name}.half", value.astype(np.float16)), to=TensorProto.FLOAT)

    def op(self, kind: str, *inputs: str, outputs: tuple[str, ...] = (), **attributes: object) -> str:
        name = f"{kind}_{len(self.nodes)}"
        names = list(outputs) or [name]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=name, **attributes))
        return names[-1] or names[0]


def _fourier(b: GraphBuilder) -> str:
    """The kernels of a windowed Fourier transform, unfolded from a table of one period when the model is loaded."""
    turn = 2 * np.pi * np.arange(WINDOW) / WINDOW
    product = b.op("Mul", b.constant("bins", np.arange(WINDOW // 2 + 1)[:, None]), b.constant("places", np.arange(WINDOW)[None]))
    phase = b.op("Mod", product, b.constant("period", np.array(WINDOW)))
    cosines = b.op("Gather", b.constant("cosine", np.cos(turn).astype(np.float32)), phase)
    sines = b.op("Gather", b.constant("sine", np.sin(turn).astype(np.float32)), phase)
    both = b.op("Mul", b.op("Concat", cosines, sines, axis=0), b.constant("hann", (0.5 - 0.5 * np.cos(turn)).astype(np.float32)))
    return b.op("Reshape", both, b.ints(WINDOW + 2, 1, WINDOW))


def _levelled(b: GraphBuilder, samples: str) -> str:
    """Each row at the level that the encoder was trained on."""
    power = b.op("ReduceMean", b.op("Mul", samples, samples), axes=[1], keepdims=1)
    loudness = b.op("Max", b.op("Sqrt", power), b.number("silence", SILENCE))
    return b.op("Mul", samples, b.op("Div", b.number("level", LEVEL), loudness))


def _mel_frames(b: GraphBuilder, samples: str) -> str:
    """[batch, samples] to the power in each band [frames, batch, bands]; not its logarithm."""
    spectrum = b.op("Conv", b.op("Unsqueeze", samples, b.ints(1)), _fourier(b), strides=[HOP])
    squared = b.op("Mul", spectrum, spectrum)
    real = b.op("Slice", squared, b.ints(0), b.ints(WINDOW // 2 + 1), b.ints(1))
    imaginary = b.op("Slice", squared, b.ints(WINDOW // 2 + 1), b.ints(WINDOW + 2), b.ints(1))
    bands = b.op("MatMul", b.constant("mel", mel_bands().astype(np.float32)), b.op("Add", real, imaginary))
    return b.op("Transpose", bands, perm=[2, 0, 1])


def _gates(rows: np.ndarray) -> np.ndarray:
    """From torch's order of the gates (input, forget, cell, output) to that of ONNX (input, output, forget, cell)."""
    own_input, forget, cell, output = np.split(rows, 4)
    return np.concatenate([own_input, output, forget, cell])


def _layer(b: GraphBuilder, frames: str, weights: dict[str, np.ndarray], number: int, half: bool) -> str:
    """All states [frames, batch, hidden] of a layer; of the last layer only its final one [batch, hidden]."""
    parts = {part: _gates(weights[f"lstm.{part}_l{number}"]) for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
    seen = b.weights(f"lstm{number}.input", parts["weight_ih"][None], half)
    kept = b.weights(f"lstm{number}.state", parts["weight_hh"][None], half)
    shift = b.constant(f"lstm{number}.bias", np.concatenate([parts["bias_ih"], parts["bias_hh"]])[None])
    if number == LAYERS - 1:
        last = b.op("LSTM", frames, seen, kept, shift, outputs=("", "final"), hidden_size=HIDDEN)
        return b.op("Squeeze", last, b.ints(0))
    states = b.op("LSTM", frames, seen, kept, shift, hidden_size=HIDDEN)
    return b.op("Squeeze", states, b.ints(1))


def build(weights: dict[str, np.ndarray], *, half: bool, levelled: bool = True) -> onnx.ModelProto:
    """The whole model; with `half` the weights are stored as float16, and with `levelled` every row gets the same loudness."""
    b = GraphBuilder()
    x = _mel_frames(b, _levelled(b, "input_values") if levelled else "input_values")
    for number in range(LAYERS):
        x = _layer(b, x, weights, number, half)
    dense = b.weights("linear", weights["linear.weight"].T, half)
    x = b.op("Relu", b.op("Add", b.op("MatMul", x, dense), b.constant("linear.bias", weights["linear.bias"])))
    size = b.op("Max", b.op("ReduceL2", x, axes=[1], keepdims=1), b.number("least", 1e-12))
    b.nodes.append(helper.make_node("Div", [x, size], ["embedding"], name="unit_length"))
    samples = helper.make_tensor_value_info("input_values", TensorProto.FLOAT, ["batch", "samples"])
    vectors = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", HIDDEN])
    graph = helper.make_graph(b.nodes, "speaker-encoder", [samples], [vectors], list(b.constants.values()))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="parley")
    onnx.checker.check_model(model)
    return model
