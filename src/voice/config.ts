import { choice, flag, host, integer, list, origins, port, secret, text, url, type Values } from '../core/config.ts';
import { DECODED_BY_FFMPEG } from '../core/decoded-formats.ts';

/** The most that speech into an answer may have to last to interrupt it, in milliseconds. */
export const LONGEST_INTERRUPT_MS = 10_000;

/** Every setting of the voice service. Names shared by all services (`PLATFORM_…`) are not among them. */
export const voiceSettings = {
  host: host('VOICE_HOST', '127.0.0.1', 'Address the HTTP server listens on.'),
  port: port('VOICE_PORT', 8803, 'Port the HTTP server listens on.'),
  corsOrigins: origins(
    'VOICE_CORS_ORIGINS',
    'Origins whose pages may read answers, separated by commas; empty allows no cross-origin access.',
  ),
  operatorKeys: list(
    'VOICE_OPERATOR_KEYS',
    [],
    'Names of the API keys that see the sessions and turns of every key, and may end these sessions, such as those of operators at the dashboard; all others see their own.',
  ),
  maxBodyBytes: integer('VOICE_MAX_BODY_BYTES', 1024 * 1024, 'Largest JSON body in bytes.', { min: 1024, max: 1024 ** 3 }),
  maxFileBytes: integer('VOICE_MAX_FILE_BYTES', 25 * 1024 * 1024, 'Largest uploaded audio file in bytes.', { min: 1024, max: 1024 ** 3 }),
  bodyTimeoutMs: integer('VOICE_BODY_TIMEOUT_MS', 120_000, 'Longest time for the body of a request to arrive, in milliseconds.', {
    min: 100,
    max: 3_600_000,
  }),
  maxUploads: integer('VOICE_MAX_UPLOADS', 64, 'Most audio files that arrive at once; further ones are answered with 429.', {
    min: 1,
    max: 10_000,
  }),
  maxAudioSeconds: integer('VOICE_MAX_AUDIO_SECONDS', 600, 'Longest uploaded audio in seconds.', { min: 1, max: 14400 }),
  maxDecodedBytes: integer(
    'VOICE_MAX_DECODED_BYTES',
    256 * 1024 * 1024,
    'Most bytes that compressed audio may decode to, as 32-bit samples of all channels.',
    { min: 64 * 1024, max: 4 * 1024 ** 3 },
  ),
  decodeWorkers: integer('VOICE_DECODE_WORKERS', 1, 'Compressed recordings decoded at once, each in its own Worker.', { min: 1, max: 64 }),
  ffmpeg: text(
    'VOICE_FFMPEG',
    'ffmpeg',
    `The ffmpeg executable, which decodes ${DECODED_BY_FFMPEG}, and makes MP3, Opus, AAC and FLAC of speech: a name looked up in PATH, or a path; empty refuses these formats.`,
  ),
  decodeQueue: integer('VOICE_DECODE_QUEUE', 32, 'Compressed recordings that may wait to be decoded; further ones are answered with 429.', {
    min: 0,
    max: 10_000,
  }),
  decodeTimeoutMs: integer('VOICE_DECODE_TIMEOUT_MS', 30_000, 'Time limit for decoding one recording, in milliseconds.', {
    min: 100,
    max: 600_000,
  }),
  maxInputCharacters: integer(
    'VOICE_MAX_INPUT_CHARACTERS',
    4096,
    'Longest text to speak, in characters; also how much of a reply is spoken.',
    {
      min: 1,
      max: 1_000_000,
    },
  ),
  maxRequests: integer('VOICE_MAX_REQUESTS', 64, 'Most concurrent audio requests; further ones are answered with 429.', {
    min: 1,
    max: 10_000,
  }),
  probeTimeoutMs: integer('VOICE_PROBE_TIMEOUT_MS', 2000, 'Time-out of each check of /health/deep, in milliseconds.', {
    min: 10,
    max: 60_000,
  }),
  maxSessions: integer('VOICE_MAX_SESSIONS', 1000, 'Most open real-time sessions; further ones are answered with 429.', {
    min: 1,
    max: 1_000_000,
  }),
  sessionIdleSeconds: integer('VOICE_SESSION_IDLE_SECONDS', 900, 'Seconds without a turn after which a session ends.', {
    min: 1,
    max: 86_400,
  }),
  liveSessions: integer('VOICE_LIVE_SESSIONS', 50, 'Most live connections at once; further ones are answered with 429.', {
    min: 1,
    max: 100_000,
  }),
  liveTurnSeconds: integer('VOICE_LIVE_TURN_SECONDS', 120, 'Longest turn of a live connection in seconds; a longer one is ended.', {
    min: 1,
    max: 3600,
  }),
  liveInterruptMs: integer(
    'VOICE_LIVE_INTERRUPT_MS',
    1000,
    'Speech into a live answer that lasts so many milliseconds interrupts it whatever is said; shorter speech does by its words, unless they are those of somebody who listens («mm-hmm», «yeah»). 0 lets any speech interrupt at once. A session may say otherwise.',
    { min: 0, max: LONGEST_INTERRUPT_MS },
  ),
  liveMessageBytes: integer(
    'VOICE_LIVE_MESSAGE_BYTES',
    4 * 1024 * 1024,
    'Longest message of a live connection in bytes; a longer one ends it.',
    { min: 4096, max: 256 * 1024 * 1024 },
  ),
  liveBacklogBytes: integer(
    'VOICE_LIVE_BACKLOG_BYTES',
    32 * 1024 * 1024,
    'Most bytes that wait for the client of a live connection; one that reads more slowly is disconnected.',
    { min: 64 * 1024, max: 1024 ** 3 },
  ),
  liveSecrets: integer('VOICE_LIVE_SECRETS', 10_000, 'Most client secrets that are valid at once; the oldest are forgotten.', {
    min: 1,
    max: 1_000_000,
  }),
  liveResponses: integer(
    'VOICE_LIVE_RESPONSES',
    8,
    'Most responses outside the conversation that a live connection makes at once; further ones are refused.',
    { min: 1, max: 1000 },
  ),
  liveItems: integer('VOICE_LIVE_ITEMS', 1000, 'Most items of a live conversation; the oldest are forgotten.', { min: 2, max: 100_000 }),
  liveCharacters: integer(
    'VOICE_LIVE_CHARACTERS',
    16 * 1024 * 1024,
    'Most characters of a live conversation with its images; the oldest items are forgotten.',
    { min: 1024, max: 1024 ** 3 },
  ),
  historyTurns: integer(
    'VOICE_HISTORY_TURNS',
    10,
    'How many of its last turns a session keeps in memory while it is open, and sends along with the next one; 0 sends each turn alone.',
    { min: 0, max: 1000 },
  ),
  historyCharacters: integer('VOICE_HISTORY_CHARACTERS', 8000, 'Most characters of these turns together; the oldest are left out.', {
    min: 0,
    max: 1_000_000,
  }),
  previewCharacters: integer('VOICE_PREVIEW_CHARACTERS', 160, 'Characters of the reply that a turn event carries as its preview.', {
    min: 0,
    max: 10_000,
  }),
  recentTurns: integer(
    'VOICE_RECENT_TURNS',
    500,
    'How many of the last turns are kept in memory, with times and outcome but without their words.',
    {
      min: 1,
      max: 100_000,
    },
  ),
  sttModel: text(
    'VOICE_STT_MODEL',
    'stt-en',
    'Recogniser: stt-en is built in; owner/name is a pulled model of the hub, such as onnx-community/whisper-base.',
  ),
  sttOtherLanguages: flag(
    'VOICE_STT_OTHER_LANGUAGES',
    true,
    'Whether the built-in recogniser leaves speech in other languages than English to whisper-base, which is unpacked into a cache folder (80 MB) and loaded when it is first needed. Which language is spoken is found out where a request does not name it.',
  ),
  sttSecondReading: flag(
    'VOICE_STT_SECOND_READING',
    true,
    'Whether speech that the built-in recogniser is not sure of, as of most people, is read again by moonshine-base-en, with capitals and punctuation. Without it about every second word of people is lost; memory and start-up are saved.',
  ),
  sttSpeechOnly: flag(
    'VOICE_STT_SPEECH_ONLY',
    true,
    'Whether a recogniser of the hub reads only where the built-in detector finds speech: Whisper writes words for noise and music. `false` for recordings of songs.',
  ),
  sttWords: list(
    'VOICE_STT_WORDS',
    [],
    'Names and unusual words that the recogniser expects in every recording and conversation, as they are written.',
  ),
  maxPromptWords: integer('VOICE_MAX_PROMPT_WORDS', 100, 'Most words of a prompt that are expected in its recording.', {
    min: 0,
    max: 1000,
  }),
  sttDtype: choice('VOICE_STT_DTYPE', 'q8', 'Number format of a recogniser of the hub.', ['q8', 'fp16', 'fp32', 'q4']),
  sttProvider: choice('VOICE_STT_PROVIDER', 'auto', 'Execution provider of the recogniser.', ['auto', 'native', 'wasm']),
  sttWorkers: integer('VOICE_STT_WORKERS', 1, 'Recognisers running at once, each in its own Worker.', { min: 1, max: 64 }),
  sttQueue: integer(
    'VOICE_STT_QUEUE',
    32,
    'Transcriptions that may wait for a recogniser, of which API keys and live sessions have one in turn. When it is full, whoever has most in it is refused with 429.',
    { min: 0, max: 10_000 },
  ),
  sttTimeoutMs: integer(
    'VOICE_STT_TIMEOUT_MS',
    120_000,
    'Time limit for transcribing one piece of a recording, in milliseconds; longer recordings are cut into pieces of at most 30 seconds.',
    { min: 100, max: 3_600_000 },
  ),
  sttTotalTimeoutMs: integer(
    'VOICE_STT_TOTAL_TIMEOUT_MS',
    1_800_000,
    'Time limit for transcribing a whole recording, waiting included, in milliseconds.',
    { min: 100, max: 86_400_000 },
  ),
  speakerWorkers: integer('VOICE_SPEAKER_WORKERS', 1, 'Recordings whose speakers are told apart at once, each in its own Worker.', {
    min: 1,
    max: 64,
  }),
  speakerQueue: integer(
    'VOICE_SPEAKER_QUEUE',
    32,
    'Recordings that may wait for their speakers to be told apart; further ones are answered with 429.',
    { min: 0, max: 10_000 },
  ),
  maxKnownSpeakers: integer('VOICE_MAX_KNOWN_SPEAKERS', 4, 'Most known speakers that a transcription may name.', { min: 0, max: 100 }),
  ttsModel: text(
    'VOICE_TTS_MODEL',
    'tts-en',
    'Speech synthesiser: tts-en is built in, with espeak-ng for other languages if it is installed; espeak-ng alone; or owner/name, a pulled model of the hub such as onnx-community/Kokoro-82M-v1.0-ONNX.',
  ),
  ttsProvider: choice('VOICE_TTS_PROVIDER', 'auto', 'Execution provider of the built-in synthesiser, and of one of the hub.', [
    'auto',
    'native',
    'wasm',
  ]),
  ttsWorkers: integer('VOICE_TTS_WORKERS', 1, 'Sentences that the built-in synthesiser makes at once, each in its own Worker.', {
    min: 1,
    max: 64,
  }),
  ttsDtype: choice('VOICE_TTS_DTYPE', 'q8', 'Number format of a synthesiser of the hub.', ['q8', 'fp16', 'fp32', 'q4']),
  ttsDefaultVoice: text('VOICE_TTS_DEFAULT_VOICE', '', 'The default voice of a synthesiser of the hub; empty for its first one.'),
  ttsLanguage: text('VOICE_TTS_LANGUAGE', 'en-us', 'Language of a synthesiser of the hub whose voices do not name one.'),
  ttsExecutable: text('VOICE_TTS_EXECUTABLE', 'espeak-ng', 'The espeak-ng executable: a name looked up in PATH, or a path.'),
  ttsProcesses: integer(
    'VOICE_TTS_PROCESSES',
    2,
    'Texts synthesised at once: processes of espeak-ng, or workers of a synthesiser of the hub.',
    {
      min: 1,
      max: 64,
    },
  ),
  ttsQueue: integer(
    'VOICE_TTS_QUEUE',
    32,
    'Texts that may wait for synthesis, of which API keys and live sessions have a sentence in turn. When it is full, whoever has most in it is refused with 429.',
    { min: 0, max: 10_000 },
  ),
  ttsTimeoutMs: integer('VOICE_TTS_TIMEOUT_MS', 20_000, 'Time limit for synthesising one sentence, in milliseconds.', {
    min: 100,
    max: 600_000,
  }),
  bridge: choice(
    'VOICE_BRIDGE',
    'http',
    'How transcripts are sent to the reasoner: to an OpenAI-compatible URL, or over the message bus.',
    ['http', 'bus'],
  ),
  bridgeUrl: url('VOICE_BRIDGE_URL', 'http://127.0.0.1:8801/v1', 'Base URL of the OpenAI-compatible server that answers a turn.', [
    'http:',
    'https:',
  ]),
  bridgeModel: text('VOICE_BRIDGE_MODEL', 'parley', 'Model name sent to the bridge URL.'),
  bridgeApiKey: secret(
    'VOICE_BRIDGE_API_KEY',
    "API key sent to the bridge URL; without it and VOICE_BRIDGE_URL, each turn carries its caller's API key to the guard.",
  ),
  bridgeForwardKey: flag(
    'VOICE_BRIDGE_FORWARD_KEY',
    false,
    "Send the caller's own API key also to a bridge URL that is configured; only for a guard or reasoner with the same PLATFORM_API_KEYS.",
  ),
  bridgeTimeoutMs: integer(
    'VOICE_BRIDGE_TIMEOUT_MS',
    30_000,
    'Time limit for one answer over the bridge, in milliseconds; for a live one, for its beginning and for each silence in it.',
    { min: 10, max: 3_600_000 },
  ),
  bridgeStreamTimeoutMs: integer('VOICE_BRIDGE_STREAM_TIMEOUT_MS', 300_000, 'Time limit for a whole live answer, in milliseconds.', {
    min: 10,
    max: 3_600_000,
  }),
  livekitUrl: url('VOICE_LIVEKIT_URL', '', 'LiveKit server; empty keeps rooms inside the process.', ['http:', 'https:', 'ws:', 'wss:']),
  livekitApiKey: secret('VOICE_LIVEKIT_API_KEY', 'LiveKit API key, for checking the signature of webhooks.'),
  livekitApiSecret: secret('VOICE_LIVEKIT_API_SECRET', 'LiveKit API secret, for checking the signature of webhooks.'),
};

/** The voice service's settings as read from an environment. */
export type VoiceConfig = Values<typeof voiceSettings>;

/** The settings that the service itself reads; the others configure its dependencies. */
export type VoiceLimits = Pick<
  VoiceConfig,
  | 'operatorKeys'
  | 'maxFileBytes'
  | 'bodyTimeoutMs'
  | 'maxUploads'
  | 'maxAudioSeconds'
  | 'sttTotalTimeoutMs'
  | 'maxKnownSpeakers'
  | 'maxPromptWords'
  | 'maxInputCharacters'
  | 'maxRequests'
  | 'maxSessions'
  | 'sessionIdleSeconds'
  | 'historyTurns'
  | 'historyCharacters'
  | 'probeTimeoutMs'
  | 'previewCharacters'
  | 'recentTurns'
  | 'bridgeModel'
  | 'liveSessions'
  | 'liveTurnSeconds'
  | 'liveInterruptMs'
  | 'liveMessageBytes'
  | 'liveBacklogBytes'
  | 'liveResponses'
  | 'liveItems'
  | 'liveCharacters'
  | 'liveSecrets'
>;
