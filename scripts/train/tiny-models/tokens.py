"""Tiny tokenizers, trained on a few sentences, of every kind that the tiny models need."""

import json
from pathlib import Path

from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

SENTENCES = (Path(__file__).parent / 'sentences.txt').read_text().splitlines()

LETTERS = list('abcdefghijklmnopqrstuvwxyz')

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(',', ':')) + '\n')


def byte_level(size: int, special: list[str]) -> Tokenizer:
    """Byte-level BPE, as GPT-2, Whisper and SmolLM use."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size, special_tokens=special, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    return tokenizer


def word_piece(size: int) -> Tokenizer:
    """WordPiece, as BERT uses."""
    special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
    tokenizer = Tokenizer(models.WordPiece(unk_token='[UNK]'))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.train_from_iterator(SENTENCES, trainers.WordPieceTrainer(vocab_size=size, special_tokens=special, show_progress=False))
    tokenizer.post_processor = pair_processor(tokenizer)
    return tokenizer


def unigram(size: int) -> Tokenizer:
    """A SentencePiece unigram model, as DeBERTa-v2 uses."""
    special = ['[PAD]', '[CLS]', '[SEP]', '[UNK]', '[MASK]']
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=size, special_tokens=special, unk_token='[UNK]', show_progress=False)
    tokenizer.train_from_iterator(SENTENCES, trainer)
    tokenizer.post_processor = pair_processor(tokenizer)
    return tokenizer


def pair_processor(tokenizer: Tokenizer) -> processors.TemplateProcessing:
    return processors.TemplateProcessing(
        single='[CLS] $A [SEP]',
        pair='[CLS] $A [SEP] $B:1 [SEP]:1',
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in ('[CLS]', '[SEP]')],
    )


def characters(size_of_unknown: float = -10.0) -> Tokenizer:
    """One token a character after a SentencePiece space, as SpeechT5 uses."""
    symbols = ['<s>', '<pad>', '</s>', '<unk>', '▁', *LETTERS, "'", '.', ',', '?', '!', '-']
    tokenizer = Tokenizer(models.Unigram([(symbol, size_of_unknown if index < 4 else -2.0) for index, symbol in enumerate(symbols)], 3, False))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.add_special_tokens(['<s>', '<pad>', '</s>', '<unk>'])
    tokenizer.post_processor = processors.TemplateProcessing(single='$A </s>', special_tokens=[('</s>', 2)])
    return tokenizer


def whisper(languages: list[str], last_timestamp: int) -> tuple[Tokenizer, dict[str, int]]:
    """Byte-level BPE with Whisper's control tokens and its time stamps in steps of 0.02 s."""
    tokenizer = byte_level(320, ['<|endoftext|>'])
    control = ['<|startoftranscript|>', *(f'<|{language}|>' for language in languages), '<|translate|>', '<|transcribe|>']
    control += ['<|startoflm|>', '<|startofprev|>', '<|nospeech|>', '<|notimestamps|>']
    tokenizer.add_special_tokens(control)
    tokenizer.add_tokens([AddedToken(f'<|{step * 0.02:.2f}|>', normalized=False) for step in range(last_timestamp + 1)])
    ids = {token: tokenizer.token_to_id(token) for token in control}
    tokenizer.post_processor = processors.TemplateProcessing(
        single='<|startoftranscript|> <|notimestamps|> $A <|endoftext|>',
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in ('<|startoftranscript|>', '<|notimestamps|>', '<|endoftext|>')],
    )
    return tokenizer, ids


def added(tokens: dict[str, int]) -> list[dict]:
    """The `added_tokens` of a tokenizer.json written by hand."""
    flags = {'single_word': False, 'lstrip': False, 'rstrip': False, 'normalized': False, 'special': True}
    return [{'id': number, 'content': token, **flags} for token, number in tokens.items()]


def vocabulary(symbols: list[str]) -> dict[str, int]:
    return {symbol: number for number, symbol in enumerate(symbols)}


def tokenizer_json(vocab: dict[str, int], special: list[str], **parts: object) -> dict:
    """A tokenizer.json whose model is no more than a vocabulary, as transformers.js' converters write for wav2vec2, VITS and Kokoro."""
    return {
        'version': '1.0',
        'truncation': None,
        'padding': None,
        'added_tokens': added({token: vocab[token] for token in special}),
        'normalizer': None,
        'pre_tokenizer': None,
        'post_processor': None,
        'decoder': None,
        **parts,
        'model': {'vocab': vocab},
    }


def edit_json(path: Path, change) -> None:
    write_json(path, change(json.loads(path.read_text())))


def write_text_json(path: Path, text: str) -> None:
    write_json(path, json.loads(text))
