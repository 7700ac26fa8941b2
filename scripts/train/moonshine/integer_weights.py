"""Has a model multiply by its int8 weights as they are.

Moonshine AI ships weights as int8 and has the graph make floats of them, in Cast, Mul and Add, each time it runs: in a decoder, for each
token. The same products come out of DynamicQuantizeMatMul (ONNX Runtime's), which takes the int8 weights and makes int8 of the other side
for each run, fifteen times as fast. Weights of convolutions stay as they are: ONNX Runtime makes floats of them when it loads the model.
"""
from typing import Iterator, NamedTuple

import numpy as np
import onnx
from onnx import helper, numpy_helper

PRODUCT = {"op_type": "DynamicQuantizeMatMul", "domain": "com.microsoft"}


class Use(NamedTuple):
    graph: onnx.GraphProto
    node: onnx.NodeProto


class Weight(NamedTuple):
    """Floats in the graph that are (int8 - zero) * scale."""

    name: str
    made_by: list[onnx.NodeProto]
    integers: onnx.TensorProto
    scale: np.float32
    zero: np.int8


def use_integer_weights(model: onnx.ModelProto) -> None:
    """Changes the model in place. Raises ValueError for weights that are used in another way than Moonshine's."""
    graph = model.graph
    constants = {weight.name: weight for weight in graph.initializer}
    uses: dict[str, list[Use]] = {}
    for use in nodes_of(graph):
        for name in use.node.input:
            uses.setdefault(name, []).append(use)
    made = []
    for weight in weights_of(graph, constants, uses):
        kinds = {use.node.op_type for use in uses[weight.name]}
        if kinds == {"Conv"}:
            continue
        constants_of = add_constants(graph, weight, turned=kinds == {"Gather", "Transpose"})
        for use in uses[weight.name]:
            if use.node.op_type == "MatMul":
                multiply(use.node, constants_of)
            elif use.node.op_type == "Transpose":
                for product in uses[use.node.output[0]]:
                    if product.graph is use.graph:
                        multiply(product.node, constants_of)
                use.graph.node.remove(use.node)
            elif use.node.op_type == "Gather":
                look_up(use, constants_of)
            else:
                raise ValueError(f"{weight.name} is used by {use.node.op_type}")
        made.extend(node.output[0] for node in weight.made_by)
    kept = [node for node in graph.node if node.output[0] not in made]
    del graph.node[:]
    graph.node.extend(kept)
    needed = {name for use in nodes_of(graph) for name in use.node.input}
    weights = [weight for weight in graph.initializer if weight.name in needed]
    del graph.initializer[:]
    graph.initializer.extend(weights)


def nodes_of(graph: onnx.GraphProto) -> Iterator[Use]:
    """Every node of a graph and of its subgraphs."""
    for node in graph.node:
        yield Use(graph, node)
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                yield from nodes_of(attribute.g)


def weights_of(graph: onnx.GraphProto, constants: dict[str, onnx.TensorProto], uses: dict[str, list[Use]]) -> list[Weight]:
    found = []
    for cast in graph.node:
        if cast.op_type != "Cast" or cast.input[0] not in constants:
            continue
        [(_, scaled)] = uses[cast.output[0]]
        [(_, moved)] = uses[scaled.output[0]]
        scale, offset = constant_of(scaled, constants), constant_of(moved, constants)
        zero = -offset / scale
        if (scaled.op_type, moved.op_type) != ("Mul", "Add") or abs(zero - round(zero)) > 1e-3:
            raise ValueError(f"{cast.input[0]} is no int8 weight with a zero point")
        found.append(Weight(moved.output[0], [cast, scaled, moved], constants[cast.input[0]], scale, np.int8(round(zero))))
    return found


def constant_of(node: onnx.NodeProto, constants: dict[str, onnx.TensorProto]) -> np.float32:
    [name] = [each for each in node.input if each in constants]
    return np.float32(numpy_helper.to_array(constants[name]).item())


def add_constants(graph: onnx.GraphProto, weight: Weight, turned: bool) -> list[str]:
    """The names of a weight's integers, scale and zero point. A table of tokens that also gives the logits is stored turned, once."""
    integers = weight.integers
    if turned:
        integers = numpy_helper.from_array(numpy_helper.to_array(integers).T.copy(), f"{integers.name}_turned")
        graph.initializer.append(integers)
    names = [integers.name, f"{integers.name}_step", f"{integers.name}_zero"]
    graph.initializer.append(numpy_helper.from_array(np.array(weight.scale), names[1]))
    graph.initializer.append(numpy_helper.from_array(np.array(weight.zero), names[2]))
    return names


def multiply(node: onnx.NodeProto, constants: list[str]) -> None:
    """Has a MatMul multiply by the integers."""
    node.op_type, node.domain = PRODUCT["op_type"], PRODUCT["domain"]
    left = node.input[0]
    del node.input[:]
    node.input.extend([left, *constants])


def look_up(use: Use, constants: list[str]) -> None:
    """Has a Gather of rows read columns of the turned table, and makes floats of those alone."""
    place = next(index for index, node in enumerate(use.graph.node) if node is use.node or node == use.node)
    rows = use.node.output[0]
    use.graph.node.remove(use.node)
    steps = [
        helper.make_node("Gather", [constants[0], use.node.input[1]], [f"{rows}_columns"], axis=1),
        helper.make_node("Transpose", [f"{rows}_columns"], [f"{rows}_integers"], perm=[1, 2, 0]),
        helper.make_node("DequantizeLinear", [f"{rows}_integers", *constants[1:]], [rows]),
    ]
    for index, step in enumerate(steps):
        use.graph.node.insert(place + index, step)
