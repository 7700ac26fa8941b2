"""
Tiny models for which no exporter makes the graphs that transformers.js runs. Each module has the inputs, outputs, names
and shapes of the real graph and answers them with a plausible computation: longer text, longer sound; another voice,
another sound; every input matters.
"""

import io
import math
from pathlib import Path

import numpy
import onnx
import torch
from torch import nn

import tokens
from hub_layout import save

SPLIT_CHARACTERS = {'type': 'Split', 'pattern': {'Regex': ''}, 'behavior': 'Isolated', 'invert': False}


def write_graph(module: nn.Module, inputs: dict[str, torch.Tensor], outputs: list[str], dynamic: dict[str, dict[int, str]], path: Path) -> None:
    graph = io.BytesIO()
    torch.onnx.export(
        module.eval(), tuple(inputs.values()), graph, input_names=list(inputs), output_names=outputs, dynamic_axes=dynamic,
        opset_version=17, dynamo=False,
    )
    save(onnx.load_from_string(graph.getvalue()), path)


def sound(hidden: torch.Tensor, samples: torch.Tensor) -> torch.Tensor:
    """Sines whose loudness follows the hidden states, each stretched over an equal part of the given number of samples."""
    frames = hidden.shape[1]
    at = torch.arange(0, samples)
    stretched = hidden[:, (at * frames // samples).long()]
    pitch = torch.arange(1, hidden.shape[2] + 1) * (2 * math.pi / 160)
    return torch.tanh((stretched * torch.sin(at[:, None] * pitch[None, :])).sum(-1) * 0.3)


def write_floats(path: Path, values: numpy.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(values.astype('<f4').tobytes())


class Kokoro(nn.Module):
    """`style_text_to_speech_2`: phonemes, a style row and a speed give a waveform at 24 kHz."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(size, 8)
        self.style = nn.Linear(256, 8)

    def forward(self, input_ids: torch.Tensor, style: torch.Tensor, speed: torch.Tensor) -> torch.Tensor:
        hidden = self.embedding(input_ids) + self.style(style)[:, None]
        return sound(hidden, (input_ids.shape[1] * 1600 / speed[0]).long())


def kokoro(out: Path) -> None:
    symbols = ['$', ';', ':', ',', '.', '!', '?', ' ', *tokens.LETTERS, 'ə', 'ɪ', 'ʊ', 'æ', 'ɑ', 'ɔ', 'ɛ', 'ʃ', 'ʒ', 'θ', 'ð', 'ŋ', 'ɹ', 'ˈ', 'ˌ', 'ː']
    inputs = {'input_ids': torch.ones(1, 5, dtype=torch.int64), 'style': torch.ones(1, 256), 'speed': torch.ones(1)}
    dynamic = {'input_ids': {1: 'sequence_length'}, 'waveform': {1: 'num_samples'}}
    write_graph(Kokoro(len(symbols)), inputs, ['waveform'], dynamic, out / 'onnx/model.onnx')
    for voice in ('af_tiny', 'bm_tiny'):
        write_floats(out / f'voices/{voice}.bin', numpy.random.randn(64, 1, 256) * 0.3)
    tokens.write_json(out / 'config.json', {'model_type': 'style_text_to_speech_2', 'architectures': ['StyleTextToSpeech2Model']})
    known = ''.join(symbols[1:])
    ends = {
        'type': 'TemplateProcessing',
        'single': [{'SpecialToken': {'id': '$', 'type_id': 0}}, {'Sequence': {'id': 'A', 'type_id': 0}}, {'SpecialToken': {'id': '$', 'type_id': 0}}],
        'pair': [],
        'special_tokens': {'$': {'id': '$', 'ids': [0], 'tokens': ['$']}},
    }
    normalizer = {'type': 'Replace', 'pattern': {'Regex': f'[^{known}]'}, 'content': ''}
    value = tokens.tokenizer_json(tokens.vocabulary(symbols), ['$'], normalizer=normalizer, pre_tokenizer=SPLIT_CHARACTERS, post_processor=ends)
    tokens.write_json(out / 'tokenizer.json', value)
    tokens.write_json(out / 'tokenizer_config.json', {'tokenizer_class': 'PreTrainedTokenizer', 'model_max_length': 512, 'pad_token': '$', 'unk_token': '$'})


STYLE = 8
LATENT = 4
COMPRESSION = 2


class SupertonicText(nn.Module):
    """Text and style give hidden states and a duration in seconds."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(size, 16)
        self.style = nn.Linear(STYLE, 16)

    def forward(self, input_ids, attention_mask, style):
        mask = attention_mask.float()
        hidden = (self.embedding(input_ids) + self.style(style.mean(1))[:, None]) * mask[..., None]
        return hidden, mask.sum(1) * 0.08 + torch.sigmoid(hidden.mean((1, 2))) * 0.02


class SupertonicDenoiser(nn.Module):
    """One step from noise towards what the text and the style ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.text = nn.Linear(16, LATENT * COMPRESSION)
        self.style = nn.Linear(STYLE, LATENT * COMPRESSION)

    def forward(self, style, noisy_latents, latent_mask, encoder_outputs, attention_mask, timestep, num_inference_steps):
        mask = attention_mask.float()[..., None]
        text = (encoder_outputs * mask).sum(1) / mask.sum(1)
        aim = torch.tanh(self.text(text) + self.style(style.mean(1)))[..., None]
        share = (1 / (num_inference_steps - timestep))[:, None, None]
        return (noisy_latents * (1 - share) + aim * share) * latent_mask.float()[:, None]


class SupertonicVoice(nn.Module):
    """Latents give a waveform of as many samples as they stand for."""

    def __init__(self, samples: int) -> None:
        super().__init__()
        self.samples = samples

    def forward(self, latents):
        return sound(latents.transpose(1, 2) * 2, torch.tensor(latents.shape[2] * self.samples))


def supertonic(out: Path) -> None:
    symbols = ['<pad>', ' ', '.', ',', '?', '!', "'", '-', *tokens.LETTERS]
    chunk = 256
    text = {'input_ids': torch.ones(1, 5, dtype=torch.int64), 'attention_mask': torch.ones(1, 5, dtype=torch.int64), 'style': torch.ones(1, 3, STYLE)}
    batch_text = {0: 'batch', 1: 'text'}
    style_axes = {'style': {0: 'batch', 1: 'rows'}}
    write_graph(
        SupertonicText(len(symbols)), text, ['last_hidden_state', 'durations'],
        {'input_ids': batch_text, 'attention_mask': batch_text, **style_axes, 'last_hidden_state': batch_text, 'durations': {0: 'batch'}},
        out / 'onnx/text_encoder.onnx',
    )
    latents = torch.ones(1, LATENT * COMPRESSION, 7)
    latent_axes = {0: 'batch', 2: 'latents'}
    write_graph(
        SupertonicDenoiser(),
        {'style': text['style'], 'noisy_latents': latents, 'latent_mask': torch.ones(1, 7, dtype=torch.int64),
         'encoder_outputs': torch.ones(1, 5, 16), 'attention_mask': text['attention_mask'], 'timestep': torch.zeros(1),
         'num_inference_steps': torch.full((1,), 5.0)},
        ['denoised_latents'],
        {**style_axes, 'noisy_latents': latent_axes, 'latent_mask': {0: 'batch', 1: 'latents'}, 'encoder_outputs': batch_text,
         'attention_mask': batch_text, 'timestep': {0: 'batch'}, 'num_inference_steps': {0: 'batch'}, 'denoised_latents': latent_axes},
        out / 'onnx/latent_denoiser.onnx',
    )
    write_graph(
        SupertonicVoice(chunk * COMPRESSION), {'latents': latents}, ['waveform'],
        {'latents': latent_axes, 'waveform': {0: 'batch', 1: 'samples'}}, out / 'onnx/voice_decoder.onnx',
    )
    for voice in ('F1', 'M1'):
        write_floats(out / f'voices/{voice}.bin', numpy.random.randn(3, STYLE))
    tokens.write_json(
        out / 'config.json',
        {'model_type': 'supertonic', 'architectures': ['SupertonicForConditionalGeneration'], 'sampling_rate': 24000, 'style_dim': STYLE,
         'latent_dim': LATENT, 'chunk_compress_factor': COMPRESSION, 'base_chunk_size': chunk},
    )
    known = ''.join(symbols[1:]).replace('-', '')
    normalizer = {
        'type': 'Sequence',
        'normalizers': [{'type': 'Lowercase'}, {'type': 'Replace', 'pattern': {'Regex': f'[^{known}-]'}, 'content': ' '}],
    }
    value = tokens.tokenizer_json(tokens.vocabulary(symbols), ['<pad>'], normalizer=normalizer, pre_tokenizer=SPLIT_CHARACTERS)
    tokens.write_json(out / 'tokenizer.json', value)
    tokens.write_json(out / 'tokenizer_config.json', {'tokenizer_class': 'PreTrainedTokenizer', 'pad_token': '<pad>', 'unk_token': '<pad>', 'model_max_length': 512})


MELS = 8
HEADS = 2
WIDTH = 8


class SpeechT5Encoder(nn.Module):
    """Text gives hidden states, and a mask of ones."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(size, HEADS * WIDTH)

    def forward(self, input_ids):
        return torch.tanh(self.embedding(input_ids)), torch.ones_like(input_ids)


class SpeechT5Decoder(nn.Module):
    """One step of two frames, attending over the steps before and the text; it asks to stop after one step a letter."""

    def __init__(self) -> None:
        super().__init__()
        size = HEADS * WIDTH
        self.prenet = nn.Linear(MELS, size)
        self.speaker = nn.Linear(16, size)
        self.text = nn.Linear(size, size)
        self.past = nn.Linear(size, size)
        self.spectrum = nn.Linear(size, 2 * MELS)

    def forward(self, use_cache_branch, output_sequence, encoder_attention_mask, speaker_embeddings, encoder_hidden_states, key, value, cross_key, cross_value):
        mask = encoder_attention_mask[..., None].float()
        text = (encoder_hidden_states * mask).sum(1) / mask.sum(1)
        cached = use_cache_branch[0].float()
        step = self.prenet(output_sequence[:, -1]) + self.speaker(speaker_embeddings) + self.text(text)
        present_key = torch.cat([key, torch.tanh(step).reshape(1, HEADS, 1, WIDTH)], 2)
        present_value = torch.cat([value, torch.sin(step).reshape(1, HEADS, 1, WIDTH)], 2)
        hidden = step + cached * self.past(present_value.mean(2).reshape(1, HEADS * WIDTH))
        spectrum = torch.tanh(self.spectrum(torch.tanh(hidden))).reshape(2, MELS)
        steps = torch.tensor(present_key.shape[2]).float() / encoder_hidden_states.shape[1]
        prob = (steps * 0.5 + 0 * spectrum.mean()).reshape(1, 1).expand(1, 2)
        crossed = encoder_hidden_states.reshape(1, -1, HEADS, WIDTH).transpose(1, 2)
        sequence = torch.cat([output_sequence, spectrum[None, -1:]], 1)
        return sequence, spectrum, prob, present_key, present_value, crossed + cross_key.sum() * 0, crossed + cross_value.sum() * 0


class SpeechT5Vocoder(nn.Module):
    """A spectrogram gives a waveform at 16 kHz."""

    def forward(self, spectrogram):
        return sound(spectrogram[None], torch.tensor(spectrogram.shape[0] * 256)).reshape(-1)


def speecht5(out: Path) -> None:
    tokenizer = tokens.characters()
    ids = torch.ones(1, 5, dtype=torch.int64)
    text_axes = {0: 'batch', 1: 'text'}
    write_graph(
        SpeechT5Encoder(tokenizer.get_vocab_size()), {'input_ids': ids}, ['encoder_outputs', 'encoder_attention_mask'],
        {name: text_axes for name in ('input_ids', 'encoder_outputs', 'encoder_attention_mask')},
        out / 'onnx/encoder_model.onnx',
    )
    past = torch.ones(1, HEADS, 3, WIDTH)
    names = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value']
    write_graph(
        SpeechT5Decoder(),
        {'use_cache_branch': torch.tensor([True]), 'output_sequence': torch.ones(1, 2, MELS), 'encoder_attention_mask': torch.ones_like(ids),
         'speaker_embeddings': torch.ones(1, 16), 'encoder_hidden_states': torch.ones(1, 5, HEADS * WIDTH),
         **{f'past_key_values.0.{name}': past for name in names}},
        ['output_sequence_out', 'spectrum', 'prob', *(f'present.0.{name}' for name in names)],
        {'output_sequence': {1: 'frames'}, 'encoder_attention_mask': text_axes, 'encoder_hidden_states': text_axes,
         **{f'past_key_values.0.{name}': {2: f'past_{name}'} for name in names}, **{f'present.0.{name}': {2: f'present_{name}'} for name in names},
         'output_sequence_out': {1: 'frames_out'}},
        out / 'onnx/decoder_model_merged.onnx',
    )
    write_graph(
        SpeechT5Vocoder(), {'spectrogram': torch.ones(4, MELS)}, ['waveform'], {'spectrogram': {0: 'frames'}, 'waveform': {0: 'samples'}},
        out / 'onnx/decoder_postnet_and_vocoder.onnx',
    )
    for speaker in ('one', 'two'):
        write_floats(out / f'voices/{speaker}.bin', numpy.random.randn(16))
    tokens.write_json(
        out / 'config.json',
        {'model_type': 'speecht5', 'architectures': ['SpeechT5ForTextToSpeech'], 'is_encoder_decoder': True, 'hidden_size': HEADS * WIDTH,
         'encoder_layers': 1, 'decoder_layers': 1, 'encoder_attention_heads': HEADS, 'decoder_attention_heads': HEADS, 'num_mel_bins': MELS,
         'reduction_factor': 2, 'speaker_embedding_dim': 16, 'vocab_size': tokenizer.get_vocab_size()},
    )
    tokens.write_json(
        out / 'preprocessor_config.json',
        {'feature_extractor_type': 'SpeechT5FeatureExtractor', 'processor_class': 'SpeechT5Processor', 'feature_size': 1, 'num_mel_bins': MELS,
         'sampling_rate': 16000},
    )
    tokens.write_text_json(out / 'tokenizer.json', tokenizer.to_str())
    tokens.write_json(
        out / 'tokenizer_config.json',
        {'tokenizer_class': 'SpeechT5Tokenizer', 'bos_token': '<s>', 'eos_token': '</s>', 'unk_token': '<unk>', 'pad_token': '<pad>', 'model_max_length': 600},
    )
