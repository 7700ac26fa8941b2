import { readSettings } from '../core/config.ts';
import { createEspeakTextToSpeech } from '../adapters/espeak/text-to-speech.ts';
import { createEmbeddedRooms } from '../adapters/in-memory/rooms.ts';
import { createLivekitRooms } from '../adapters/livekit/rooms.ts';
import { createOnnxSpeechToText } from '../adapters/onnx/speech-to-text.ts';
import { createOpenAiBridge } from '../adapters/openai/bridge.ts';
import { decodeWav } from '../domain/speech/decode-wav.ts';
import { resample } from '../domain/speech/resample.ts';
import { splitSentences } from '../domain/speech/sentences.ts';
import type { Bridge } from '../ports/bridge.ts';
import type { Rooms } from '../ports/rooms.ts';
import type { SpeechToText } from '../ports/speech.ts';
import { createBusBridge } from '../voice/bus-bridge.ts';
import { voiceSettings, type VoiceConfig } from '../voice/config.ts';
import { createVoice } from '../voice/voice.ts';
import { onnxRuntime } from './engines.ts';
import { listen, type Foundation } from './foundation.ts';
import { httpDeps } from './http-deps.ts';
import { neighbour } from './neighbour.ts';
import type { Listening } from './platform.ts';
import { checkExposure } from './platform-config.ts';
import { VERSION } from './version.ts';

/** How often sessions are looked through for idle ones. */
const SESSION_SWEEP_MS = 5000;

/** Far over what speaking one sentence can take. */
const LONGEST_SENTENCE_SECONDS = 600;

/** Builds the voice service from its settings and listens. `guardUrl` replaces the default bridge URL when the guard runs beside it. */
export async function startVoice(foundation: Foundation, guardUrl?: string): Promise<Listening> {
  const { platform, config, bus, logger, resources } = foundation;
  const settings = readSettings(voiceSettings, platform.env);
  checkExposure(settings.host, voiceSettings.host.name, config);
  const voice = createVoice({
    ...httpDeps(foundation, 'voice', settings),
    version: VERSION,
    limits: settings,
    speechToText: await speechToText(foundation, settings),
    textToSpeech: createEspeakTextToSpeech({
      executable: settings.ttsExecutable,
      processes: settings.ttsProcesses,
      queueLimit: settings.ttsQueue,
      timeoutMs: settings.ttsTimeoutMs,
      splitSentences,
      decodeWav: (bytes) => decodeWav(bytes, { maxSeconds: LONGEST_SENTENCE_SECONDS }),
    }),
    bridge: bridge(foundation, settings, guardUrl),
    bus,
    rooms: rooms(settings),
  });
  const sweep = setInterval(() => voice.sessions.expire(), SESSION_SWEEP_MS);
  resources.defer(() => {
    clearInterval(sweep);
    voice.sessions.closeAll();
  });
  const listening = await listen(foundation, { host: settings.host, port: settings.port, handle: voice.handle });
  logger.info('voice listens', { service: 'voice', url: listening.url, bridge: settings.bridge });
  return listening;
}

async function speechToText({ platform, logger, resources }: Foundation, settings: VoiceConfig): Promise<SpeechToText> {
  const engine = resources.use(
    createOnnxSpeechToText({
      model: settings.sttModel,
      languages: ['en'],
      modelPath: platform.assets.sttModel,
      runtime: onnxRuntime(platform, settings.sttProvider),
      workers: settings.sttWorkers,
      queueLimit: settings.sttQueue,
      timeoutMs: settings.sttTimeoutMs,
      resample,
      onLoaded: ({ provider, milliseconds, reason }) =>
        logger.info('recogniser loaded', {
          service: 'voice',
          model: settings.sttModel,
          provider,
          milliseconds: Math.round(milliseconds),
          reason,
        }),
    }),
  );
  // A recogniser that cannot load must not keep the rest from starting: requests will say why.
  await engine.warmUp().catch((error: unknown) => {
    logger.error('the recogniser does not load', { service: 'voice', reason: error instanceof Error ? error.message : 'unknown' });
  });
  return engine;
}

function bridge({ bus, apiKeys, platform }: Foundation, settings: VoiceConfig, guardUrl: string | undefined): Bridge {
  if (settings.bridge === 'bus') return createBusBridge({ bus, timeoutMs: settings.bridgeTimeoutMs });
  const { baseUrl, apiKey } = neighbour({
    explicitUrl: platform.env[voiceSettings.bridgeUrl.name],
    defaultUrl: settings.bridgeUrl,
    neighbourUrl: guardUrl,
    apiKey: settings.bridgeApiKey,
    apiKeys,
  });
  return createOpenAiBridge({ baseUrl, apiKey, model: settings.bridgeModel, timeoutMs: settings.bridgeTimeoutMs });
}

function rooms(settings: VoiceConfig): Rooms {
  if (settings.livekitUrl === '') return createEmbeddedRooms();
  return createLivekitRooms({ url: settings.livekitUrl, apiKey: settings.livekitApiKey, apiSecret: settings.livekitApiSecret });
}
