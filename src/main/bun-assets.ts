import onnxWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm' with { type: 'file' };
import embedModel from '../../models/bge-small-en/model.onnx' with { type: 'file' };
import embedTokenizer from '../../models/bge-small-en/tokenizer.json' with { type: 'file' };
import guardEncoder from '../../models/guard-en/encoder.onnx' with { type: 'file' };
import guardWeights from '../../models/guard-en/weights.bin' with { type: 'file' };
import guardWords from '../../models/guard-en/words.bin' with { type: 'file' };
import manifest from '../../models/manifest.json' with { type: 'file' };
import sttSecondDecoder from '../../models/moonshine-base-en/decoder.onnx.gz' with { type: 'file' };
import sttSecondEncoder from '../../models/moonshine-base-en/encoder.onnx.gz' with { type: 'file' };
import sttSecondTokens from '../../models/moonshine-base-en/tokens.bin' with { type: 'file' };
import speakerModel from '../../models/speaker/model.onnx' with { type: 'file' };
import sttModel from '../../models/stt-en/model.onnx' with { type: 'file' };
import sttWords from '../../models/stt-en/words.lm' with { type: 'file' };
import ttsSpelling from '../../models/tts-en/g2p.onnx' with { type: 'file' };
import ttsLexicon from '../../models/tts-en/lexicon.txt.gz' with { type: 'file' };
import ttsDescription from '../../models/tts-en/voice.json' with { type: 'file' };
import ttsVoice from '../../models/tts-en/voice.onnx' with { type: 'file' };
import turnEnds from '../../models/turns-en/ends.txt' with { type: 'file' };
import vadModel from '../../models/vad/model.onnx' with { type: 'file' };
import whisperConfig from '../../models/whisper-base/config.json.gz' with { type: 'file' };
import whisperDecoder from '../../models/whisper-base/decoder_model_merged_quantized.onnx.gz' with { type: 'file' };
import whisperEncoder from '../../models/whisper-base/encoder_model_quantized.onnx.gz' with { type: 'file' };
import whisperGeneration from '../../models/whisper-base/generation_config.json.gz' with { type: 'file' };
import whisperPreprocessor from '../../models/whisper-base/preprocessor_config.json.gz' with { type: 'file' };
import whisperTokenizer from '../../models/whisper-base/tokenizer.json.gz' with { type: 'file' };
import whisperTokenizerConfig from '../../models/whisper-base/tokenizer_config.json.gz' with { type: 'file' };
import { dashboardAssets } from './bun-dashboard.ts';
import { libsqlNative } from './bun-libsql.ts';
import { onnxNative } from './bun-native.ts';
import type { Assets } from './platform.ts';

/** Bun's paths of the shipped files: in the source tree, or embedded by `bun build --compile`. Only `bun-platform.ts` may import this. */
export const assets: Assets = {
  sttModel,
  sttWords,
  sttSecondEncoder,
  sttSecondDecoder,
  sttSecondTokens,
  sttOtherLanguages: {
    'config.json': whisperConfig,
    'generation_config.json': whisperGeneration,
    'preprocessor_config.json': whisperPreprocessor,
    'tokenizer.json': whisperTokenizer,
    'tokenizer_config.json': whisperTokenizerConfig,
    'onnx/encoder_model_quantized.onnx': whisperEncoder,
    'onnx/decoder_model_merged_quantized.onnx': whisperDecoder,
  },
  vadModel,
  turnEnds,
  speakerModel,
  ttsVoice,
  ttsSpelling,
  ttsLexicon,
  embedModel,
  guardWeights,
  guardEncoder,
  guardWords,
  onnxWasm,
  // TypeScript types a .json import by its content, whatever its import attributes.
  embedTokenizer: embedTokenizer as unknown as string,
  modelManifest: manifest as unknown as string,
  ttsDescription: ttsDescription as unknown as string,
  ...dashboardAssets,
  ...(onnxNative === undefined ? {} : { onnxNative }),
  ...(libsqlNative === undefined ? {} : { libsqlNative }),
};
