"""Reads a model in ONNX Runtime's own format (ORT) as an ONNX model.

The format is a flatbuffer of the graph, see onnxruntime/core/flatbuffers/schema/ort.fbs, whose Python classes come with onnxruntime. Its
nodes stand in no order and its types are ONNX's.
"""
import sys
from pathlib import Path

import onnx
import onnxruntime.tools.ort_format_model as ort_format
from onnx import helper

sys.path.append(str(Path(ort_format.__file__).parent / "ort_flatbuffers_py"))
from ort_flatbuffers_py.fbs.AttributeType import AttributeType  # noqa: E402
from ort_flatbuffers_py.fbs.DimensionValueType import DimensionValueType  # noqa: E402
from ort_flatbuffers_py.fbs.InferenceSession import InferenceSession  # noqa: E402
from ort_flatbuffers_py.fbs.TensorTypeAndShape import TensorTypeAndShape  # noqa: E402

# Those that the model's operators are of; the format lists every one that its writer knew.
DOMAINS = ("", "com.microsoft")
IR_VERSION = 8


def read_ort_model(content: bytes) -> onnx.ModelProto:
    """The model of a file in the ORT format. Raises ValueError for an attribute of an unknown type or a graph with a cycle."""
    model = InferenceSession.GetRootAs(content, 0).Model()
    operators = [model.OpsetImport(index) for index in range(model.OpsetImportLength())]
    versions = [helper.make_opsetid(text(each.Domain()), each.Version()) for each in operators]
    graph = read_graph(model.Graph(), "main")
    return helper.make_model(graph, opset_imports=[each for each in versions if each.domain in DOMAINS], ir_version=IR_VERSION)


def read_graph(graph, name: str) -> onnx.GraphProto:
    weights = [read_tensor(graph.Initializers(index)) for index in range(graph.InitializersLength())]
    values = {text(each.Name()): read_value(each) for each in (graph.NodeArgs(index) for index in range(graph.NodeArgsLength()))}
    names = {weight.name for weight in weights}
    inputs = [text(graph.Inputs(index)) for index in range(graph.InputsLength())]
    outputs = [text(graph.Outputs(index)) for index in range(graph.OutputsLength())]
    return helper.make_graph(
        in_order([read_node(node) for node in (graph.Nodes(index) for index in range(graph.NodesLength())) if node is not None]),
        name,
        [values[each] for each in inputs if each not in names],
        [values[each] for each in outputs],
        weights,
    )


def read_node(node):
    """A node, and all values that it needs, those of its subgraphs included."""
    inputs = [text(node.Inputs(index)) for index in range(node.InputsLength())]
    read = helper.make_node(
        text(node.OpType()),
        inputs,
        [text(node.Outputs(index)) for index in range(node.OutputsLength())],
        name=text(node.Name()),
        domain=text(node.Domain()),
    )
    read.attribute.extend(read_attribute(node.Attributes(index)) for index in range(node.AttributesLength()))
    return read, inputs + [text(node.ImplicitInputs(index)) for index in range(node.ImplicitInputsLength())]


def in_order(nodes) -> list[onnx.NodeProto]:
    """The nodes, each after those whose values it needs."""
    open_values = {output for node, _ in nodes for output in node.output}
    ordered = []
    while nodes:
        later = []
        for node, needed in nodes:
            if open_values.isdisjoint(needed):
                ordered.append(node)
                open_values.difference_update(node.output)
            else:
                later.append((node, needed))
        if len(later) == len(nodes):
            raise ValueError("the graph has a cycle")
        nodes = later
    return ordered


def read_attribute(attribute) -> onnx.AttributeProto:
    name = text(attribute.Name())
    kind = attribute.Type()
    if kind == AttributeType.GRAPH:
        return helper.make_attribute(name, read_graph(attribute.G(), name))
    if kind == AttributeType.TENSOR:
        return helper.make_attribute(name, read_tensor(attribute.T()))
    if kind == AttributeType.INTS:
        ints = [attribute.Ints(index) for index in range(attribute.IntsLength())]
        return helper.make_attribute(name, ints, attr_type=onnx.AttributeProto.INTS)
    if kind == AttributeType.INT:
        return helper.make_attribute(name, attribute.I())
    if kind == AttributeType.FLOAT:
        return helper.make_attribute(name, attribute.F())
    if kind == AttributeType.STRING:
        return helper.make_attribute(name, text(attribute.S()))
    raise ValueError(f"the attribute {name} is of the unknown type {kind}")


def read_tensor(tensor) -> onnx.TensorProto:
    content = b"" if tensor.RawDataIsNone() else tensor.RawDataAsNumpy().tobytes()
    dims = [tensor.Dims(index) for index in range(tensor.DimsLength())]
    return onnx.TensorProto(name=text(tensor.Name()), data_type=tensor.DataType(), dims=dims, raw_data=content)


def read_value(value) -> onnx.ValueInfoProto:
    read = onnx.ValueInfoProto(name=text(value.Name()))
    table = None if value.Type() is None else value.Type().Value()
    if table is None:
        return read
    tensor = TensorTypeAndShape()
    tensor.Init(table.Bytes, table.Pos)
    read.type.tensor_type.elem_type = tensor.ElemType()
    if tensor.Shape() is not None:
        read.type.tensor_type.shape.SetInParent()
        for index in range(tensor.Shape().DimLength()):
            add_dimension(read.type.tensor_type.shape, tensor.Shape().Dim(index).Value())
    return read


def add_dimension(shape, dimension) -> None:
    added = shape.dim.add()
    if dimension is None:
        return
    if dimension.DimType() == DimensionValueType.VALUE:
        added.dim_value = dimension.DimValue()
    elif dimension.DimType() == DimensionValueType.PARAM:
        added.dim_param = text(dimension.DimParam())


def text(content: bytes | None) -> str:
    return "" if content is None else content.decode()
