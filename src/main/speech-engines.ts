import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createEspeakPhonemes } from '../adapters/espeak/phonemes.ts';
import { createEspeakTextToSpeech } from '../adapters/espeak/text-to-speech.ts';
import { identifyLanguage } from '../adapters/language/identify-language.ts';
import type { SequenceModelFiles } from '../adapters/onnx/sequence-recogniser.ts';
import { createOnnxSpeakerEncoder } from '../adapters/onnx/speaker-encoder.ts';
import { createOnnxSpeechToText } from '../adapters/onnx/speech-to-text.ts';
import { createOnnxTextToSpeech } from '../adapters/onnx/text-to-speech.ts';
import { createOnnxVoiceActivity } from '../adapters/onnx/voice-activity.ts';
import { parseVoiceDescription } from '../adapters/onnx/voice-description.ts';
import { cutAtQuiet } from '../adapters/onnx/windows.ts';
import { createTransformersSpeechToText, type TransformersSpeechToText } from '../adapters/transformers/speech-to-text.ts';
import { createTransformersTextToSpeech } from '../adapters/transformers/text-to-speech.ts';
import { ConfigError } from '../core/config.ts';
import { messageOf } from '../core/errors.ts';
import { decodeWav } from '../domain/speech/decode-wav.ts';
import { expecting } from '../domain/speech/expecting.ts';
import { withFittingVoice } from '../domain/speech/fitting-voice.ts';
import { withOtherLanguages } from '../domain/speech/other-languages.ts';
import { resample } from '../domain/speech/resample.ts';
import { sentencesAloud } from '../domain/speech/sentences-aloud.ts';
import { splitSentences } from '../domain/speech/sentences.ts';
import { createSpeakers } from '../domain/speech/speakers.ts';
import { toSpokenSentences } from '../domain/speech/spoken-text.ts';
import { plainLetters } from '../domain/speech/styled-letters.ts';
import { timeLimited } from '../domain/speech/time-limited.ts';
import type { SpeakerEncoder } from '../ports/speaker-encoder.ts';
import type { SpeechToText, TextToSpeech } from '../ports/speech.ts';
import type { SpeechProbability, VoiceActivity } from '../ports/voice-activity.ts';
import { voiceSettings, type VoiceConfig } from '../voice/config.ts';
import { adopt, register } from './adopt-engine.ts';
import { cacheFolders } from './cache-folders.ts';
import { onnxRuntime } from './engines.ts';
import type { Foundation } from './foundation.ts';
import { englishFirst, hubModel, isHubModel, languagesOf, modelIn } from './hub-models.ts';
import { readKnownModels } from './model-catalogue.ts';
import type { Assets } from './platform.ts';
import { unpackModel } from './unpacked-model.ts';

/** Far more than one sentence can take, in milliseconds. */
const LONGEST_SENTENCE_SECONDS = 600;

/** Shortest pause that parts stretches of speech, each of which one speaker may have to himself. */
export const SHORTEST_PAUSE_SECONDS = 0.12;

const BUILT_IN_RECOGNISER = 'stt-en';
const RECOGNISER_OF_OTHERS = 'whisper-base';
const OWN_LANGUAGE = 'en';

/** Time and memory of its encoder grow with the square of the window. */
const OTHERS_WINDOW_SECONDS = 20;
const BUILT_IN_SPEAKER = 'tts-en';
const BUILT_IN_DETECTOR = 'vad';
const BUILT_IN_ENCODER = 'speaker';
const EXECUTABLE_SPEAKER = 'espeak-ng';

/**
 * The recogniser that the settings name: built in, or a model of the hub, which reads only what the detector takes for speech unless the
 * settings tell otherwise. Throws a ConfigError for any other.
 */
export async function createSpeechToText(
  foundation: Foundation,
  settings: VoiceConfig,
  voiceActivity: VoiceActivity,
): Promise<SpeechToText> {
  return timeLimited(expecting(await namedRecogniser(foundation, settings, voiceActivity), settings.sttWords), settings.sttTotalTimeoutMs);
}

async function namedRecogniser(foundation: Foundation, settings: VoiceConfig, voiceActivity: VoiceActivity): Promise<SpeechToText> {
  const { platform, engines } = foundation;
  const { sttModel: model, sttProvider: provider, sttWorkers: workers, sttQueue: queueLimit, sttTimeoutMs: timeoutMs } = settings;
  if (isHubModel(model)) {
    const options = { id: model, dtype: settings.sttDtype, provider, workers, queueLimit, timeoutMs };
    const languages = await languagesOf(foundation, model);
    const deps = { ...(await hubModel(foundation, options)), languages, resample, cut: cutAtQuiet };
    return adopt(foundation, createTransformersSpeechToText({ ...deps, ...(settings.sttSpeechOnly ? { voiceActivity } : {}) }));
  }
  if (model !== BUILT_IN_RECOGNISER) throw unknown(voiceSettings.sttModel.name, model, BUILT_IN_RECOGNISER);
  const engine = createOnnxSpeechToText({
    model,
    languages: [OWN_LANGUAGE],
    modelPath: platform.assets.sttModel,
    languageModelPath: platform.assets.sttWords,
    activityModelPath: platform.assets.vadModel,
    ...(settings.sttSecondReading ? { second: secondRecogniser(platform.assets), endsPath: platform.assets.turnEnds } : {}),
    runtime: onnxRuntime(platform, provider),
    workers,
    queueLimit,
    timeoutMs,
    resample,
    ...engines.limits,
    ...engines.events(model),
  });
  const recogniser = await adopt(foundation, engine);
  if (!settings.sttOtherLanguages) return recogniser;
  return withOtherLanguages({
    recogniser,
    own: OWN_LANGUAGE,
    others: await createRecogniserOfOthers(foundation, settings, voiceActivity),
    onFault: (error) => {
      foundation.logger.warn('no other language was looked for', { model: RECOGNISER_OF_OTHERS, reason: messageOf(error) });
    },
  });
}

/** The built-in recogniser of other languages, which is unpacked and loaded when it is first needed. */
async function createRecogniserOfOthers(
  foundation: Foundation,
  settings: VoiceConfig,
  voiceActivity: VoiceActivity,
): Promise<TransformersSpeechToText> {
  const { assets, env } = foundation.platform;
  const known = (await readKnownModels(assets.modelManifest)).find(({ id }) => id === RECOGNISER_OF_OTHERS);
  const { languages = [], files = [] } = known ?? {};
  const hash = createHash('sha256').update(files.map(({ sha256 }) => sha256).join());
  const packed = { name: `${RECOGNISER_OF_OTHERS}-${hash.digest('hex').slice(0, 16)}`, files: assets.sttOtherLanguages };
  const model = modelIn(foundation, {
    id: RECOGNISER_OF_OTHERS,
    dtype: 'q8',
    modelFolder: () => unpackModel(packed, cacheFolders(env)),
    provider: settings.sttProvider,
    workers: settings.sttWorkers,
    queueLimit: settings.sttQueue,
    timeoutMs: settings.sttTimeoutMs,
  });
  return register(
    foundation,
    createTransformersSpeechToText({
      ...model,
      languages: englishFirst(languages),
      windowSeconds: OTHERS_WINDOW_SECONDS,
      resample,
      cut: cutAtQuiet,
      voiceActivity,
    }),
  );
}

function secondRecogniser({ sttSecondEncoder, sttSecondDecoder, sttSecondTokens }: Assets): SequenceModelFiles {
  return { encoderPath: sttSecondEncoder, decoderPath: sttSecondDecoder, tokensPath: sttSecondTokens };
}

/** The built-in detector of speech, as live sessions and as recordings with several speakers need it. */
export interface SpeechDetector {
  readonly speechProbability: SpeechProbability;
  readonly voiceActivity: VoiceActivity;
}

/** The built-in detector of speech, which is loaded when it is first needed. */
export function createSpeechDetector(foundation: Foundation, settings: VoiceConfig): SpeechDetector {
  const { platform, engines } = foundation;
  const engine = createOnnxVoiceActivity({
    model: BUILT_IN_DETECTOR,
    modelPath: platform.assets.vadModel,
    runtime: onnxRuntime(platform, settings.sttProvider),
    workers: 1,
    // A session has one judgement at a time, and a recording one piece.
    queueLimit: settings.liveSessions + settings.maxRequests,
    timeoutMs: settings.sttTimeoutMs,
    resample,
    // Speakers follow each other closely; live sessions have rules of their own.
    stretches: { minSilenceSeconds: SHORTEST_PAUSE_SECONDS },
    ...engines.limits,
    ...engines.events(BUILT_IN_DETECTOR),
  });
  const detector = register(foundation, engine);
  return { speechProbability: (audio, signal) => detector.probabilities(audio, { signal }), voiceActivity: detector };
}

/** The built-in speaker encoder, which is loaded when the first recording needs it. */
export function createSpeakerEncoder(foundation: Foundation, settings: VoiceConfig): SpeakerEncoder {
  const { platform, engines } = foundation;
  const engine = createOnnxSpeakerEncoder({
    model: BUILT_IN_ENCODER,
    modelPath: platform.assets.speakerModel,
    runtime: onnxRuntime(platform, settings.sttProvider),
    workers: settings.speakerWorkers,
    queueLimit: settings.speakerQueue,
    timeoutMs: settings.sttTimeoutMs,
    ...engines.limits,
    ...engines.events(BUILT_IN_ENCODER),
  });
  return register(foundation, engine);
}

/**
 * The synthesiser that the settings name: built in, espeak-ng, or a model of the hub; its default voice gives way to one that can read the
 * text. Throws a ConfigError for any other.
 */
export async function createTextToSpeech(foundation: Foundation, settings: VoiceConfig): Promise<TextToSpeech> {
  return withFittingVoice(await namedSpeaker(foundation, settings), identifyLanguage);
}

async function namedSpeaker(foundation: Foundation, settings: VoiceConfig): Promise<TextToSpeech> {
  const { ttsModel: model, ttsExecutable: executable, ttsProcesses, ttsQueue: queueLimit, ttsTimeoutMs: timeoutMs } = settings;
  if (isHubModel(model)) {
    const options = { id: model, dtype: settings.ttsDtype, provider: settings.ttsProvider, workers: ttsProcesses, queueLimit, timeoutMs };
    const speaker = createTransformersTextToSpeech({
      ...(await hubModel(foundation, options)),
      language: settings.ttsLanguage,
      splitSentences: (text) => splitSentences(plainLetters(text)),
      phonemize: createEspeakPhonemes({ executable, timeoutMs }),
      ...(settings.ttsDefaultVoice === '' ? {} : { defaultVoice: settings.ttsDefaultVoice }),
    });
    return adopt(foundation, speaker);
  }
  if (model !== BUILT_IN_SPEAKER && model !== EXECUTABLE_SPEAKER) {
    throw unknown(voiceSettings.ttsModel.name, model, `${BUILT_IN_SPEAKER}, ${EXECUTABLE_SPEAKER}`);
  }
  const espeak = createEspeakTextToSpeech({
    executable,
    processes: ttsProcesses,
    queueLimit,
    timeoutMs,
    splitSentences: sentencesAloud,
    decodeWav: (bytes) => decodeWav(bytes, { maxSeconds: LONGEST_SENTENCE_SECONDS }),
  });
  return model === EXECUTABLE_SPEAKER ? espeak : createSpeakers(await builtInSpeaker(foundation, settings), espeak);
}

async function builtInSpeaker(foundation: Foundation, settings: VoiceConfig): Promise<TextToSpeech> {
  const { platform, engines } = foundation;
  const { assets } = platform;
  const engine = createOnnxTextToSpeech({
    model: BUILT_IN_SPEAKER,
    modelPath: assets.ttsVoice,
    spellingModelPath: assets.ttsSpelling,
    lexiconPath: assets.ttsLexicon,
    ...parseVoiceDescription(await readFile(assets.ttsDescription, 'utf8')),
    runtime: onnxRuntime(platform, settings.ttsProvider),
    workers: settings.ttsWorkers,
    queueLimit: settings.ttsQueue,
    timeoutMs: settings.ttsTimeoutMs,
    spokenSentences: toSpokenSentences,
    resample,
    ...engines.limits,
    ...engines.events(BUILT_IN_SPEAKER),
  });
  return adopt(foundation, engine);
}

function unknown(setting: string, model: string, builtIn: string): ConfigError {
  return new ConfigError([`${setting}=${model}: must be ${builtIn} or a model of the hub as owner/name`]);
}
