"""Puts an exported model where models on the hub for transformers.js have their files."""

import json
import shutil
from pathlib import Path

import numpy
import onnx

#: What transformers.js reads beside the graphs.
KEPT = {'config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'preprocessor_config.json'}

#: Graphs that a merged decoder stands in for.
REPLACED = {'decoder_model.onnx', 'decoder_with_past_model.onnx'}


def lay_out(exported: Path, out: Path) -> None:
    """JSON files at the top, graphs under `onnx/`, without what only explains where a node came from."""
    (out / 'onnx').mkdir(parents=True, exist_ok=True)
    merged = (exported / 'decoder_model_merged.onnx').exists()
    for file in sorted(exported.iterdir()):
        if file.name in KEPT:
            (out / file.name).write_text(json.dumps(json.loads(file.read_text()), ensure_ascii=False, separators=(',', ':')) + '\n')
        elif file.suffix == '.onnx' and not (merged and file.name in REPLACED):
            save(onnx.load(file), out / 'onnx' / file.name)


def save(model: onnx.ModelProto, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    tidy(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def tidy(graph: onnx.GraphProto) -> None:
    """Drops doc strings, inner shapes and the long names of nodes, which outweigh weights as small as these."""
    del graph.value_info[:]
    graph.doc_string = ''
    for node in graph.node:
        node.doc_string = ''
        node.name = ''
        del node.metadata_props[:]
        for attribute in node.attribute:
            if attribute.HasField('g'):
                tidy(attribute.g)


def clear(out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)


def without_mask(path: Path) -> None:
    """Moonshine on the hub takes no masks: ones of the right length are made in the graph instead."""
    model = onnx.load(path)
    for mask, source, factor in (('attention_mask', 'input_values', 1), ('encoder_attention_mask', 'encoder_hidden_states', 384)):
        make_mask(model.graph, mask, source, factor)
    save(model, path)


def make_mask(graph: onnx.GraphProto, mask: str, source: str, factor: int) -> None:
    """Replaces the input `mask` by ones, `factor` of them for each step of `source` and for one step more."""
    kept = [value for value in graph.input if value.name != mask]
    if len(kept) == len(graph.input):
        return
    del graph.input[:]
    graph.input.extend(kept)
    constants = {'first_two': [0, 1], 'factors': [1, factor], 'one_more': [0, factor if factor > 1 else 0]}
    graph.initializer.extend(
        onnx.numpy_helper.from_array(numpy.array(values, dtype=numpy.int64), f'{mask}_{name}') for name, values in constants.items()
    )
    one = onnx.numpy_helper.from_array(numpy.ones(1, dtype=numpy.int64))
    nodes = [
        onnx.helper.make_node('Shape', [source], [f'{mask}_source']),
        onnx.helper.make_node('Gather', [f'{mask}_source', f'{mask}_first_two'], [f'{mask}_steps']),
        onnx.helper.make_node('Mul', [f'{mask}_steps', f'{mask}_factors'], [f'{mask}_scaled']),
        onnx.helper.make_node('Add', [f'{mask}_scaled', f'{mask}_one_more'], [f'{mask}_shape']),
        onnx.helper.make_node('ConstantOfShape', [f'{mask}_shape'], [mask], value=one),
        *graph.node,
    ]
    del graph.node[:]
    graph.node.extend(nodes)
