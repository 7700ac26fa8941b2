import { DiarizedBody, TranscriptionBody, TranslationBody, TurnBody } from './wire.ts';

const TEXT = { type: 'string' as const };
const AUDIO = { schema: { ...TEXT, format: 'binary' } };
const text = (description: string) => ({ schema: { ...TEXT, description } });

/** Headers that describe audio. */
const SAMPLE_RATE = { 'X-Sample-Rate': { description: 'Samples a second.', schema: { type: 'integer' as const } } };
const DURATION = {
  'X-Duration-Seconds': { description: 'How long it is, where it is not streamed.', schema: { type: 'number' as const } },
};

const WRITTEN = {
  'text/plain': text('With response_format text.'),
  'application/x-subrip': text('With response_format srt.'),
  'text/vtt': text('With response_format vtt.'),
};

/** The answers of POST /v1/audio/transcriptions, for the OpenAPI document. */
export const TRANSCRIPTION_ANSWER = {
  200: {
    description: 'The transcript, in the form that response_format names.',
    content: {
      'application/json': { schema: { anyOf: [TranscriptionBody, DiarizedBody] } as object },
      ...WRITTEN,
      'text/event-stream': text('With stream.'),
    },
  },
};

/** The answers of POST /v1/audio/translations. */
export const TRANSLATION_ANSWER = {
  200: {
    description: 'The text in English, in the form that response_format names.',
    content: { 'application/json': { schema: TranslationBody as object }, ...WRITTEN },
  },
};

/** The answers of POST /v1/audio/speech. */
export const SPEECH_ANSWER = {
  200: {
    description:
      'The audio. What is streamed has no X-Duration-Seconds, and with `stream_format: sse` comes as events speech.audio.delta, one a sentence unless compressed, then speech.audio.done.',
    headers: { ...SAMPLE_RATE, ...DURATION },
    content: {
      'audio/wav': AUDIO,
      'audio/pcm': AUDIO,
      'audio/mpeg': AUDIO,
      'audio/ogg': AUDIO,
      'audio/aac': AUDIO,
      'audio/flac': AUDIO,
      'text/event-stream': { schema: TEXT },
    },
  },
};

/** The answers of POST /v1/voice/turns. */
export const TURN_ANSWER = {
  200: {
    description: 'The turn; with response_format wav its spoken answer alone, which headers describe.',
    headers: {
      ...SAMPLE_RATE,
      ...DURATION,
      'X-Transcript': { description: 'Beginning of the transcript, percent-encoded; with response_format wav.', schema: TEXT },
      'X-Response': { description: 'Beginning of the answer, percent-encoded; with response_format wav.', schema: TEXT },
      'X-Guard-Decision': { description: "The guard's decision, where one answered; with response_format wav.", schema: TEXT },
    },
    content: { 'application/json': { schema: TurnBody as object }, 'audio/wav': AUDIO },
  },
};

/** The answer to the media server's webhooks. */
export const WEBHOOK_ANSWER = {
  200: {
    description: 'Accepted.',
    content: { 'application/json': { schema: { type: 'object' as const, properties: { received: { type: 'boolean' as const } } } } },
  },
};
