/** How transformers.js names the ONNX files of each number format (its `DEFAULT_DTYPE_SUFFIX_MAPPING`). */
export const DTYPE_SUFFIXES = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  q4: '_q4',
  q4f16: '_q4f16',
  int8: '_int8',
  uint8: '_uint8',
} as const;

/** Number format of a model's weights. */
export type ModelDtype = keyof typeof DTYPE_SUFFIXES;

/** All of them, as `--dtype` takes them. */
export const MODEL_DTYPES: readonly ModelDtype[] = ['q8', 'fp16', 'fp32', 'q4', 'q4f16', 'int8', 'uint8'];
