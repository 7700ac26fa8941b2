"""Tiny models with random weights whose graphs optimum exports from transformers' own implementations."""

import tempfile
from pathlib import Path

from optimum.exporters.onnx import main_export
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertForTokenClassification,
    BertModel,
    DebertaV2Config,
    DebertaV2ForSequenceClassification,
    LlamaConfig,
    LlamaForCausalLM,
    MoonshineConfig,
    MoonshineForConditionalGeneration,
    PreTrainedTokenizerFast,
    VitsConfig,
    VitsModel,
    Wav2Vec2Config,
    Wav2Vec2FeatureExtractor,
    Wav2Vec2ForCTC,
    WhisperConfig,
    WhisperFeatureExtractor,
    WhisperForConditionalGeneration,
)

import tokens
from hub_layout import lay_out, without_mask

#: Weights far larger than usual, so that random models answer different inputs differently.
SPREAD = 0.6


def fast(tokenizer, **special) -> PreTrainedTokenizerFast:
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=512, **special)


def export(model, task: str, out: Path, tokenizer=None, **options) -> None:
    """Saves the model and exports it as `optimum-cli export onnx` would, then moves the files where the hub has them."""
    with tempfile.TemporaryDirectory() as saved, tempfile.TemporaryDirectory() as exported:
        model.eval().save_pretrained(saved)
        if tokenizer is not None:
            tokenizer.save_pretrained(saved)
        main_export(saved, exported, task=task, do_validation=False, no_post_process=False, device='cpu', **options)
        lay_out(Path(exported), out)


def whisper(out: Path) -> None:
    languages = ['en', 'de', 'fr', 'es', 'ja']
    tokenizer, ids = tokens.whisper(languages, 1500)
    size = tokenizer.get_vocab_size()
    end = tokenizer.token_to_id('<|endoftext|>')
    config = WhisperConfig(
        vocab_size=size, num_mel_bins=80, d_model=16, encoder_layers=1, decoder_layers=2, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_source_positions=1500, max_target_positions=64,
        init_std=SPREAD, pad_token_id=end, bos_token_id=end, eos_token_id=end, decoder_start_token_id=ids['<|startoftranscript|>'],
        begin_suppress_tokens=[tokenizer.token_to_id('Ġ'), end], suppress_tokens=None,
    )
    model = WhisperForConditionalGeneration(config)
    export(
        model, 'automatic-speech-recognition-with-past', out,
        fast(tokenizer, bos_token='<|endoftext|>', eos_token='<|endoftext|>', unk_token='<|endoftext|>', pad_token='<|endoftext|>'),
    )
    tokens.write_json(
        out / 'generation_config.json',
        {
            'alignment_heads': [[1, 0], [1, 1]], 'begin_suppress_tokens': [tokenizer.token_to_id('Ġ'), end], 'bos_token_id': end,
            'decoder_start_token_id': ids['<|startoftranscript|>'], 'eos_token_id': end, 'is_multilingual': True, 'pad_token_id': end,
            'lang_to_id': {f'<|{language}|>': ids[f'<|{language}|>'] for language in languages}, 'max_initial_timestamp_index': 50,
            'max_length': 24, 'no_timestamps_token_id': ids['<|notimestamps|>'], 'prev_sot_token_id': ids['<|startofprev|>'],
            'return_timestamps': False, 'suppress_tokens': list(ids.values()),
            'task_to_id': {'translate': ids['<|translate|>'], 'transcribe': ids['<|transcribe|>']},
        },
    )
    WhisperFeatureExtractor(feature_size=80).save_pretrained(out)
    preprocessor = out / 'preprocessor_config.json'
    tokens.edit_json(preprocessor, lambda value: {**without(value, 'mel_filters'), 'processor_class': 'WhisperProcessor'})
    tokens.edit_json(out / 'tokenizer_config.json', lambda value: {**without(value, 'added_tokens_decoder'), 'tokenizer_class': 'WhisperTokenizer'})


def moonshine(out: Path) -> None:
    tokenizer = tokens.byte_level(320, ['<unk>', '<s>', '</s>'])
    config = MoonshineConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, intermediate_size=64, encoder_num_hidden_layers=1,
        decoder_num_hidden_layers=1, encoder_num_attention_heads=2, decoder_num_attention_heads=2, encoder_num_key_value_heads=2,
        decoder_num_key_value_heads=2, max_position_embeddings=64, initializer_range=SPREAD, bos_token_id=1, eos_token_id=2,
        decoder_start_token_id=1, pad_head_dim_to_multiple_of=None,
    )
    model = MoonshineForConditionalGeneration(config)
    model.generation_config.max_length = 24
    export(
        model, 'automatic-speech-recognition-with-past', out,
        fast(tokenizer, bos_token='<s>', eos_token='</s>', unk_token='<unk>', pad_token='</s>'),
    )
    for graph in sorted((out / 'onnx').iterdir()):
        without_mask(graph)
    Wav2Vec2FeatureExtractor(feature_size=1, sampling_rate=16000, do_normalize=False).save_pretrained(out)
    tokens.edit_json(
        out / 'preprocessor_config.json',
        lambda value: {**value, 'feature_extractor_type': 'MoonshineFeatureExtractor', 'processor_class': 'MoonshineProcessor'},
    )


def wav2vec2(out: Path) -> None:
    symbols = ['<pad>', '<s>', '</s>', '<unk>', '|', *tokens.LETTERS, "'"]
    config = Wav2Vec2Config(
        vocab_size=len(symbols), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        conv_dim=(16, 16, 16), conv_kernel=(10, 8, 8), conv_stride=(10, 8, 4), num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=2, initializer_range=SPREAD, pad_token_id=0, bos_token_id=1, eos_token_id=2,
    )
    export(Wav2Vec2ForCTC(config), 'automatic-speech-recognition', out)
    Wav2Vec2FeatureExtractor(feature_size=1, sampling_rate=16000, do_normalize=True).save_pretrained(out)
    tokens.edit_json(out / 'preprocessor_config.json', lambda value: {**value, 'processor_class': 'Wav2Vec2Processor'})
    special = ['<pad>', '<s>', '</s>', '<unk>']
    decoder = {'type': 'CTC', 'pad_token': '<pad>', 'word_delimiter_token': '|', 'cleanup': True}
    tokens.write_json(out / 'tokenizer.json', tokens.tokenizer_json(tokens.vocabulary(symbols), special, decoder=decoder))
    tokens.write_json(
        out / 'tokenizer_config.json',
        {'tokenizer_class': 'Wav2Vec2CTCTokenizer', 'pad_token': '<pad>', 'bos_token': '<s>', 'eos_token': '</s>', 'unk_token': '<unk>'},
    )


def vits(out: Path) -> None:
    symbols = ['_', ' ', *tokens.LETTERS, "'", '-', '<unk>']
    config = VitsConfig(
        vocab_size=len(symbols), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, ffn_dim=16, flow_size=16,
        spectrogram_bins=33, upsample_initial_channel=16, upsample_rates=[8, 8, 4], upsample_kernel_sizes=[16, 16, 8],
        resblock_kernel_sizes=[3], resblock_dilation_sizes=[[1, 3]], depth_separable_num_layers=1, depth_separable_channels=2,
        duration_predictor_flow_bins=10, duration_predictor_num_flows=2, duration_predictor_kernel_size=3, prior_encoder_num_flows=1,
        prior_encoder_num_wavenet_layers=1, posterior_encoder_num_wavenet_layers=1, wavenet_kernel_size=3, num_speakers=1,
        noise_scale=0.0, noise_scale_duration=0.0, sampling_rate=16000, speaking_rate=1.0, pad_token_id=0,
    )
    export(VitsModel(config), 'text-to-audio', out)
    known = ''.join(symbols[1:-1])
    normalizer = {
        'type': 'Sequence',
        'normalizers': [
            {'type': 'Lowercase'},
            {'type': 'Replace', 'pattern': {'Regex': f"[^{known.replace('-', '')}-]"}, 'content': ''},
            {'type': 'Strip', 'strip_left': True, 'strip_right': True},
            {'type': 'Replace', 'pattern': {'Regex': '(?=.)|(?<!^)$'}, 'content': '_'},
        ],
    }
    split = {'type': 'Split', 'pattern': {'Regex': ''}, 'behavior': 'Isolated', 'invert': False}
    value = tokens.tokenizer_json(tokens.vocabulary(symbols), ['<unk>'], normalizer=normalizer, pre_tokenizer=split)
    tokens.write_json(out / 'tokenizer.json', value)
    tokens.write_json(
        out / 'tokenizer_config.json',
        {'tokenizer_class': 'VitsTokenizer', 'add_blank': True, 'is_uroman': False, 'language': 'eng', 'normalize': True,
         'pad_token': '_', 'phonemize': False, 'unk_token': '<unk>', 'model_max_length': 512},
    )


def bert_embedder(out: Path) -> None:
    tokenizer = tokens.word_piece(400)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=128, initializer_range=0.2,
    )
    export(BertModel(config, add_pooling_layer=False), 'feature-extraction', out, bert_like(tokenizer, 'BertTokenizer'))


def bert_classifier(out: Path) -> None:
    tokenizer = tokens.word_piece(400)
    labels = {0: 'negative', 1: 'neutral', 2: 'positive'}
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=128, initializer_range=SPREAD, id2label=labels, label2id={label: key for key, label in labels.items()},
    )
    export(BertForSequenceClassification(config), 'text-classification', out, bert_like(tokenizer, 'BertTokenizer'))


def bert_tagger(out: Path) -> None:
    tokenizer = tokens.word_piece(400)
    labels = dict(enumerate(['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC', 'B-ORG', 'I-ORG']))
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=128, initializer_range=SPREAD, id2label=labels, label2id={label: key for key, label in labels.items()},
    )
    export(BertForTokenClassification(config), 'token-classification', out, bert_like(tokenizer, 'BertTokenizer'))


def deberta_classifier(out: Path) -> None:
    tokenizer = tokens.unigram(300)
    labels = {0: 'SAFE', 1: 'INJECTION'}
    config = DebertaV2Config(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=128, relative_attention=True, position_buckets=16, pos_att_type=['p2c', 'c2p'], norm_rel_ebd='layer_norm',
        share_att_key=True, position_biased_input=False, type_vocab_size=0, initializer_range=SPREAD, pooler_hidden_size=32, id2label=labels,
        label2id={label: key for key, label in labels.items()}, pad_token_id=0,
    )
    export(DebertaV2ForSequenceClassification(config), 'text-classification', out, bert_like(tokenizer, 'DebertaV2Tokenizer'))


def bert_like(tokenizer, kind: str) -> PreTrainedTokenizerFast:
    special = {'unk_token': '[UNK]', 'pad_token': '[PAD]', 'cls_token': '[CLS]', 'sep_token': '[SEP]', 'mask_token': '[MASK]'}
    wrapped = PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=128, **special)
    wrapped.init_kwargs['tokenizer_class'] = kind
    return wrapped


def llama(out: Path) -> None:
    tokenizer = tokens.byte_level(400, ['<|endoftext|>', '<|im_start|>', '<|im_end|>'])
    config = LlamaConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=512, initializer_range=SPREAD, tie_word_embeddings=True, bos_token_id=1,
        eos_token_id=2, pad_token_id=2,
    )
    model = LlamaForCausalLM(config)
    model.generation_config.update(bos_token_id=1, eos_token_id=2, pad_token_id=2, max_new_tokens=16)
    wrapped = fast(tokenizer, bos_token='<|im_start|>', eos_token='<|im_end|>', unk_token='<|endoftext|>', pad_token='<|im_end|>')
    wrapped.chat_template = tokens.CHAT_TEMPLATE
    export(model, 'text-generation-with-past', out, wrapped)
    tokens.edit_json(out / 'tokenizer_config.json', lambda value: {**value, 'tokenizer_class': 'GPT2Tokenizer', 'chat_template': tokens.CHAT_TEMPLATE})


def without(value: dict, *names: str) -> dict:
    return {name: kept for name, kept in value.items() if name not in names}
