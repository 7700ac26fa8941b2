import { ServiceError } from '../../core/errors.ts';
import type { HubFile } from './listing.ts';
import { DTYPE_SUFFIXES, MODEL_DTYPES, type ModelDtype } from './model-dtype.ts';
import { RECORD_NAME } from './model-record.ts';

/** The ONNX graphs that transformers.js loads for speech and text models; other exports are not pulled. */
const PARTS = [
  'model',
  'encoder_model',
  'decoder_model_merged',
  'decoder_postnet_and_vocoder',
  'text_encoder',
  'latent_denoiser',
  'voice_decoder',
  'embed_tokens',
  'audio_encoder',
  'speech_encoder',
  'conditional_decoder',
  'language_model',
] as const;

/** The files of one pull. */
export interface Selection {
  readonly files: readonly HubFile[];
  /** The number format found for each graph: the `dtype` of transformers.js. */
  readonly dtypes: Readonly<Record<string, ModelDtype>>;
}

/**
 * Selects the files that transformers.js needs to run a model in the given number format, or fp32 for graphs that lack it: configuration
 * and tokenizer, ONNX graphs with their external data, voices, licence and card. Throws `not_found` if the model has no suitable ONNX
 * graph.
 */
export function selectFiles(id: string, listing: readonly HubFile[], dtype: ModelDtype): Selection {
  const byPath = new Map(listing.map((file) => [file.path, file]));
  const dtypes: Record<string, ModelDtype> = {};
  const graphs: HubFile[] = [];
  for (const folder of ['onnx/', '']) {
    const names = PARTS.some((part) => hasPart(byPath, folder, part)) ? partsIn(byPath, folder) : [];
    for (const part of names) {
      const found = [dtype, 'fp32' as const].find((format) => byPath.has(graphPath(folder, part, format)));
      if (found === undefined) throw new ServiceError('not_found', `${id} has ${part} neither in ${dtype} nor in fp32; try --dtype.`);
      const path = graphPath(folder, part, found);
      dtypes[part] = found;
      graphs.push(...listing.filter((file) => file.path === path || isExternalData(file.path, path)));
    }
    if (names.length > 0) break;
  }
  if (graphs.length === 0) throw new ServiceError('not_found', `${id} has no ONNX files that Parley could run.`);
  return { files: [...listing.filter(({ path }) => isSupporting(path)), ...graphs], dtypes };
}

function partsIn(byPath: ReadonlyMap<string, HubFile>, folder: string): string[] {
  const parts: string[] = PARTS.filter((part) => hasPart(byPath, folder, part));
  // Older exports have the decoder in two graphs, which the merged one replaces.
  if (!parts.includes('decoder_model_merged') && hasPart(byPath, folder, 'decoder_model')) parts.push('decoder_model');
  return parts;
}

function hasPart(byPath: ReadonlyMap<string, HubFile>, folder: string, part: string): boolean {
  return MODEL_DTYPES.some((format) => byPath.has(graphPath(folder, part, format)));
}

function graphPath(folder: string, part: string, dtype: ModelDtype): string {
  return `${folder}${part}${DTYPE_SUFFIXES[dtype]}.onnx`;
}

/** `model.onnx_data`, `model.onnx_data_1`, … contain the weights of a graph over 2 GB. */
function isExternalData(path: string, graph: string): boolean {
  return path.startsWith(`${graph}_data`) && /^(_\d+)?$/.test(path.slice(graph.length + '_data'.length));
}

function isSupporting(path: string): boolean {
  if (/^voices\/[^/]+\.bin$/.test(path)) return true;
  if (path.endsWith('.index.json') || path === RECORD_NAME) return false;
  return /^[^/]+\.(json|jinja)$/.test(path) || /^(LICENSE|LICENCE|NOTICE|README|USE_POLICY)(\.(md|txt))?$/i.test(path);
}
