import { abortable, timeLimit } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { SpeechToText } from '../../ports/speech.ts';

/**
 * A recogniser that takes at most `milliseconds` for a whole recording, waiting included: engines themselves only limit the pieces into
 * which they cut one. Throws `timeout` beyond it.
 */
export function timeLimited(recogniser: SpeechToText, milliseconds: number): SpeechToText {
  const late = (): ServiceError => new ServiceError('timeout', `The transcription took longer than ${milliseconds} ms.`);
  return {
    model: recogniser.model,
    check: (options) => recogniser.check?.(options),
    async transcribe(audio, options = {}) {
      using limit = timeLimit(milliseconds, options.signal, late);
      const { signal } = limit;
      return await abortable(recogniser.transcribe(audio, { ...options, signal }), signal);
    },
  };
}
