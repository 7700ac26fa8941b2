/** The fields of a Whisper model's generation_config.json used here. */
export interface WhisperGeneration {
  readonly is_multilingual?: boolean;
  readonly lang_to_id?: Readonly<Record<string, number>>;
  readonly task_to_id?: Readonly<Record<string, number>>;
  readonly decoder_start_token_id?: number;
  readonly prev_sot_token_id?: number;
  readonly no_timestamps_token_id?: number;
  readonly eos_token_id?: number | readonly number[];
  readonly suppress_tokens?: readonly number[] | null;
  readonly begin_suppress_tokens?: readonly number[] | null;
  readonly max_initial_timestamp_index?: number;
  readonly max_length?: number;
  /** Layers and heads of the decoder that follow the audio. */
  readonly alignment_heads?: readonly (readonly [layer: number, head: number])[];
}

/** The fields of its config.json used here. */
export interface WhisperConfig {
  readonly max_source_positions?: number;
  readonly max_target_positions?: number;
  readonly encoder_layers?: number;
  readonly decoder_layers?: number;
  /** Whether the encoder takes less than thirty seconds of audio; of exports by `scripts/train/whisper`. */
  readonly takes_short_windows?: boolean;
}

/** A tensor of scores or weights, in the number format of the graph. */
export interface Output {
  to(type: 'float32'): FloatOutput;
}

export interface FloatOutput {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface WhisperModel {
  readonly generation_config: WhisperGeneration;
  readonly config: WhisperConfig;
  (inputs: Readonly<Record<string, unknown>>): Promise<DecoderOutputs>;
  /** What `generate()` itself has the encoder make of the audio. */
  _prepare_encoder_decoder_kwargs_for_generation(inputs: {
    readonly inputs_tensor: unknown;
    readonly model_inputs: object;
    readonly model_input_name: 'input_features';
    readonly generation_config: object;
  }): Promise<{ readonly encoder_outputs: unknown }>;
}

/** The scores of the next token, the keys and values of tokens and audio as `present.…`, and in some exports `cross_attentions.…`. */
export interface DecoderOutputs extends Readonly<Record<string, unknown>> {
  readonly logits: Output;
}
