import { t } from 'elysia';
import { DECODED, DECODED_BY_FFMPEG } from '../core/decoded-formats.ts';

/** The field names and limits of the API, for validation and for the OpenAPI document. */
const place = t.Optional(t.String({ minLength: 1, maxLength: 256 }));

export const SpeechRequest = t.Object(
  {
    model: t.String({ description: 'Passed through; the one configured model is used regardless.' }),
    input: t.String({ description: 'Text to synthesize; must not be empty.' }),
    voice: t.Optional(
      t.Union([t.String(), t.Object({ id: t.String() }, { additionalProperties: true })], {
        description: "Voice name as GET /v1/audio/voices lists them, alone or as the id of an object; 'default' when absent.",
      }),
    ),
    response_format: t.Optional(
      t.String({
        description:
          "'wav' (default), or streamed during synthesis: 'pcm', which is the samples alone, 16-bit little-endian, and where ffmpeg is installed 'mp3', 'opus' (in Ogg), 'aac' (in ADTS frames) and 'flac'.",
      }),
    ),
    stream_format: t.Optional(t.String({ description: "'audio' (default), or 'sse' for speech.audio.delta events with base64." })),
    speed: t.Optional(t.Number({ minimum: 0.25, maximum: 4, description: "Speed; 1 is the voice's own." })),
  },
  { additionalProperties: true },
);

export const SessionRequest = t.Object({ room_id: place, participant_id: place }, { additionalProperties: true });

/** Not `t.File`, whose default in the document would be the word File. */
const file = t.String({
  format: 'binary',
  description: `Any audio/* content type; ${DECODED} are decoded, and where ffmpeg is installed ${DECODED_BY_FFMPEG}; the format is detected from the content.`,
});
const language = t.Optional(t.String({ description: 'BCP-47 code of the language that is spoken; found out when absent.' }));

const recogniser = t.Optional(
  t.String({ description: 'When absent, default or a name that OpenAI gives a recogniser, the model configured at startup is used.' }),
);
const prompt = t.Optional(
  t.String({
    description:
      'Names and unusual words that may be said, such as those of a glossary or of what was said before: they are written where the recording sounds like them. Of more than VOICE_MAX_PROMPT_WORDS words the last ones count. Of the recognisers of the hub only Whisper reads it.',
  }),
);
const temperature = t.Optional(t.String({ description: '0 to 1; passed over: nothing is guessed by chance.' }));
const keywords = t.Optional(t.Array(t.String(), { description: 'Names and unusual words that may be said, as in prompt.' }));
const languages = t.Optional(
  t.Array(t.String(), {
    description: 'BCP-47 codes of the languages that it may be in, where language names none; one alone is the language.',
  }),
);

/** The multipart bodies, for the document only: parts are validated when they are read. */
export const TranscriptionForm = t.Object({
  file,
  model: recogniser,
  language,
  'languages[]': languages,
  prompt,
  'keywords[]': keywords,
  temperature,
  response_format: t.Optional(
    t.String({ description: "'json' (default), 'text', 'verbose_json', 'srt', 'vtt', or 'diarized_json' for who says what." }),
  ),
  stream: t.Optional(
    t.String({ description: "'true' for events while the recording is transcribed; with response_format json, text or diarized_json." }),
  ),
  'include[]': t.Optional(
    t.Array(t.Literal('logprobs'), {
      description:
        'With response_format json: logprobs, the logarithm of the confidence of each word, where the recogniser reports them (400 otherwise).',
    }),
  ),
  'known_speaker_names[]': t.Optional(
    t.Array(t.String(), { description: 'With diarized_json: names of speakers whose voices are known, VOICE_MAX_KNOWN_SPEAKERS at most.' }),
  ),
  'known_speaker_references[]': t.Optional(
    t.Array(t.String(), {
      description: 'With diarized_json: for each name a recording of 2 to 10 seconds, as a data URL with audio in base64.',
    }),
  ),
  chunking_strategy: t.Optional(
    t.String({ description: "With diarized_json: 'auto' or an object of type server_vad; recordings are always cut at pauses." }),
  ),
  'timestamp_granularities[]': t.Optional(
    t.Array(t.Union([t.Literal('segment'), t.Literal('word')]), {
      description: 'The timestamps in verbose_json; segment by default. With word, other formats are 400 invalid_input.',
    }),
  ),
});

export const TranslationForm = t.Object({
  file,
  model: recogniser,
  language,
  'languages[]': languages,
  prompt,
  'keywords[]': keywords,
  temperature,
  response_format: t.Optional(t.String({ description: "'json' (default), 'text', 'verbose_json', 'srt' or 'vtt'." })),
});

export const TurnForm = t.Object({
  file,
  session_id: t.Optional(t.String({ description: 'An open session; without one, a session is opened for this turn alone.' })),
  user_id: t.Optional(
    t.String({
      description: "Who speaks, for the memory of the reasoner; when absent the session's participant, if one was named, or else nobody.",
    }),
  ),
  language,
  prompt,
  voice: t.Optional(t.String()),
  response_format: t.Optional(t.String({ description: "'json' (default), or 'wav' for the spoken answer alone." })),
});

const duration = t.Number({ description: 'Seconds of audio.' });
const text = t.String();
const usage = t.Object(
  { type: t.Literal('duration'), seconds: t.Number() },
  { description: 'With verbose_json and diarized_json: the seconds of audio, as OpenAI counts them for whisper-1.' },
);
const ofHeard = {
  segments: t.Optional(
    t.Array(
      t.Object({
        id: t.Integer(),
        seek: t.Integer({ description: 'The start in hundredths of a second.' }),
        start: t.Number(),
        end: t.Number(),
        text: t.String(),
        tokens: t.Array(t.Integer(), { description: 'Always empty: the recognisers give none.' }),
        temperature: t.Number({ description: 'Always 0: nothing is guessed by chance.' }),
        avg_logprob: t.Number({ description: 'Mean logarithm of the confidences; 0 if the recogniser reports none.' }),
        compression_ratio: t.Number({ description: 'How many times shorter zlib makes the text; high where it repeats itself.' }),
        no_speech_prob: t.Number({ description: 'Always 0: the recognisers give none.' }),
      }),
      { description: 'With verbose_json: segments of the transcript, in seconds.' },
    ),
  ),
  confidence: t.Optional(t.Number({ description: 'With verbose_json: the mean of the words, if the recogniser reports it.' })),
};

export const TranscriptionBody = t.Object({
  task: t.Optional(t.Literal('transcribe', { description: 'With verbose_json.' })),
  text,
  language: t.String(),
  duration,
  usage: t.Optional(usage),
  logprobs: t.Optional(
    t.Array(t.Object({ token: t.String(), logprob: t.Number(), bytes: t.Array(t.Integer()) }), {
      description: 'With include[] logprobs: each word, with the space in front of it.',
    }),
  ),
  ...ofHeard,
  words: t.Optional(
    t.Array(
      t.Object({
        word: t.String(),
        start: t.Number(),
        end: t.Number(),
        confidence: t.Number({ description: 'Confidence of the recogniser, 0 to 1.' }),
      }),
      { description: 'With verbose_json and the granularity word: each word, in seconds.' },
    ),
  ),
});

export const TranslationBody = t.Object({
  task: t.Optional(t.Literal('translate', { description: 'With verbose_json.' })),
  text,
  language: t.Literal('english', { description: 'The language of the text.' }),
  duration,
  usage: t.Optional(usage),
  ...ofHeard,
});

export const DiarizedBody = t.Object(
  {
    task: t.Literal('transcribe'),
    duration,
    usage,
    text: t.String({ description: 'The texts of all segments.' }),
    segments: t.Array(
      t.Object({
        id: t.String(),
        type: t.Literal('transcript.text.segment'),
        start: t.Number({ description: 'In seconds, as is end.' }),
        end: t.Number(),
        text: t.String(),
        speaker: t.String({ description: 'A, B and so on as they appear, or the name of a known speaker.' }),
      }),
    ),
  },
  { description: 'With diarized_json.' },
);

const CheckBody = t.Object({
  status: t.Union([t.Literal('ok'), t.Literal('degraded')]),
  latency_ms: t.Number(),
  reason: t.Optional(t.String({ description: 'Present when degraded.' })),
});

export const HealthBody = t.Object({ status: t.Literal('ok') });

export const DeepHealthBody = t.Object({
  status: t.Union([t.Literal('ok'), t.Literal('degraded')]),
  checks: t.Object({ 'platform-realtime': CheckBody, 'platform-messaging': CheckBody }),
});

export const SessionBody = t.Object({
  id: t.String(),
  object: t.Literal('voice.session'),
  status: t.Union([t.Literal('active'), t.Literal('ended')]),
  room_id: t.String(),
  participant_id: t.String(),
  started_at: t.String({ description: 'ISO 8601, UTC.' }),
  turns: t.Number({ description: 'Turns begun so far.' }),
  ended_at: t.Optional(t.String()),
  duration_seconds: t.Optional(t.Number()),
  reason: t.Optional(t.String({ description: 'closed, left, completed, idle or shutdown.' })),
});

export const SessionListBody = t.Object({ object: t.Literal('list'), data: t.Array(SessionBody) });

export const TurnBody = t.Object({
  id: t.String(),
  session_id: t.String(),
  room_id: t.String(),
  transcript: t.String(),
  language: t.String(),
  response: t.String(),
  decision: t.Union([t.String(), t.Null()], { description: "The guard's decision; null when no guard answered." }),
  latencies: t.Object({ stt_ms: t.Number(), bridge_ms: t.Number(), tts_ms: t.Number(), total_ms: t.Number() }),
  audio: t.Union(
    [
      t.Object({
        format: t.Literal('wav'),
        sample_rate: t.Number(),
        duration: t.Number({ description: 'Seconds.' }),
        data: t.String({ description: 'The WAV file in base64.' }),
      }),
      t.Null(),
    ],
    { description: 'The spoken answer; null when there is no voice that can speak it.' },
  ),
});

const StageName = t.Union([t.Literal('stt'), t.Literal('bridge'), t.Literal('tts')]);

export const TurnRecordBody = t.Object({
  object: t.Literal('voice.turn_record'),
  request_id: t.String(),
  session_id: t.String(),
  room_id: t.String(),
  started_at: t.String({ description: 'ISO 8601, UTC.' }),
  outcome: t.Union([t.Literal('completed'), t.Literal('failed')]),
  // A single union, because the OpenAPI document would lose that a nested union may be null.
  failed_stage: t.Union([...StageName.anyOf, t.Null()]),
  error_type: t.Union([t.String(), t.Null()]),
  audio_seconds: t.Number({ description: 'Length of the question.' }),
  transcript_characters: t.Number(),
  reply_characters: t.Number(),
  decision: t.Union([t.String(), t.Null()], { description: "The guard's decision; null when no guard answered." }),
  stages: t.Array(t.Object({ name: StageName, start_ms: t.Number({ description: 'After started_at.' }), duration_ms: t.Number() })),
  total_ms: t.Number(),
});

export const TurnRecordListBody = t.Object({ object: t.Literal('list'), data: t.Array(TurnRecordBody), has_more: t.Boolean() });

export const ModelBody = t.Object({ id: t.String(), object: t.Literal('model'), created: t.Number(), owned_by: t.String() });

export const ModelListBody = t.Object({ object: t.Literal('list'), data: t.Array(ModelBody) });

export const VoiceListBody = t.Object({
  object: t.Literal('list'),
  data: t.Array(
    t.Object({
      id: t.String(),
      language: t.String(),
      gender: t.Optional(t.Union([t.Literal('female'), t.Literal('male')])),
      description: t.Optional(t.String()),
    }),
  ),
});
