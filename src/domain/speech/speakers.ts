import { ServiceError } from '../../core/errors.ts';
import type { Pcm, SynthesizeOptions, TextToSpeech } from '../../ports/speech.ts';

/**
 * Combines several synthesisers into one: each voice is spoken by the first that has it. Model name and default voice are the first one's.
 * An unknown voice is `invalid_input`, with the first one's message; any other synthesiser that cannot run has no voices.
 */
export function createSpeakers(first: TextToSpeech, ...others: readonly TextToSpeech[]): TextToSpeech {
  return {
    model: first.model,
    get voices() {
      const seen = new Set<string>();
      return [first, ...others]
        .flatMap(({ voices }) => voices)
        .filter(({ id }) => {
          const isNew = !seen.has(id);
          seen.add(id);
          return isNew;
        });
    },
    async checkVoice(voice) {
      let unknown: unknown;
      for (const speaker of [first, ...others]) {
        try {
          return await speaker.checkVoice?.(voice);
        } catch (error) {
          if (!passesOn(error, speaker !== first)) throw error;
          unknown ??= error;
        }
      }
      throw unknown;
    },
    async *synthesize(text, options = {}) {
      const { chunks, begun } = await begin(first, others, text, options);
      try {
        for (let next = begun; next.done !== true; next = await chunks.next()) yield next.value;
      } finally {
        await chunks.return?.();
      }
    },
  };
}

interface Begun {
  readonly chunks: AsyncIterator<Pcm>;
  readonly begun: IteratorResult<Pcm>;
}

async function begin(first: TextToSpeech, others: readonly TextToSpeech[], text: string, options: SynthesizeOptions): Promise<Begun> {
  let unknown: unknown;
  for (const speaker of [first, ...others]) {
    const chunks = speaker.synthesize(text, options)[Symbol.asyncIterator]();
    try {
      return { chunks, begun: await chunks.next() };
    } catch (error) {
      if (!passesOn(error, speaker !== first)) throw error;
      unknown ??= error;
    }
  }
  throw unknown;
}

/** Whether a failure means that the next synthesiser may have the voice. */
function passesOn(error: unknown, isFurther: boolean): boolean {
  return isUnknownVoice(error) || (isFurther && isMissing(error));
}

function isUnknownVoice(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'voice';
}

function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'provider_unavailable';
}
