import { readFile } from 'node:fs/promises';
import { createAudioDecoder } from '../adapters/audio/decoder.ts';
import { createFfmpegEncoder } from '../adapters/audio/ffmpeg-encoder.ts';
import { createEmbeddedRooms } from '../adapters/in-memory/rooms.ts';
import { createOpenAiBridge } from '../adapters/openai/bridge.ts';
import { readSettings } from '../core/config.ts';
import { createTurnJudge } from '../core/turn-ends.ts';
import type { AudioDecoder } from '../ports/audio-decoder.ts';
import type { Bridge } from '../ports/bridge.ts';
import type { Rooms } from '../ports/rooms.ts';
import { createBusBridge } from '../voice/bus-bridge.ts';
import { voiceSettings, type VoiceConfig } from '../voice/config.ts';
import { createVoice } from '../voice/voice.ts';
import { register } from './adopt-engine.ts';
import { listen, type Foundation } from './foundation.ts';
import { httpDeps } from './http-deps.ts';
import { apiOf, neighbour } from './neighbour.ts';
import { checkExposure, checkKeyNames } from './platform-config.ts';
import type { Listening } from './platform.ts';
import { createSpeakerEncoder, createSpeechDetector, createSpeechToText, createTextToSpeech } from './speech-engines.ts';
import { VERSION } from './version.ts';

/** How often idle sessions are looked for, in milliseconds. */
const SESSION_SWEEP_MS = 5000;

/** Builds the voice service from its settings and listens. `guardUrl` replaces the default bridge URL if the guard runs in this process. */
export async function startVoice(foundation: Foundation, guardUrl?: string): Promise<Listening> {
  const { platform, config, bus, logger, resources } = foundation;
  const settings = readSettings(voiceSettings, platform.env);
  checkExposure(settings.host, voiceSettings.host.name, config);
  checkKeyNames(voiceSettings.operatorKeys.name, settings.operatorKeys, foundation.config.apiKeys);
  const detector = createSpeechDetector(foundation, settings);
  const replies = bridge(foundation, settings, guardUrl);
  const voice = createVoice({
    ...httpDeps(foundation, 'voice', settings),
    version: VERSION,
    limits: settings,
    audioDecoder: audioDecoder(foundation, settings),
    audioEncoder: resources.use(createFfmpegEncoder(settings.ffmpeg)),
    speechToText: await createSpeechToText(foundation, settings, detector.voiceActivity),
    textToSpeech: await createTextToSpeech(foundation, settings),
    ...detector,
    judgeTurn: createTurnJudge(await readFile(platform.assets.turnEnds, 'utf8')),
    speakerEncoder: createSpeakerEncoder(foundation, settings),
    bridge: replies,
    bus,
    rooms: await rooms(settings),
    metrics: foundation.metrics,
  });
  const sweep = setInterval(() => void voice.sessions.expire(), SESSION_SWEEP_MS);
  resources.defer(() => {
    clearInterval(sweep);
    return voice.sessions.closeAll();
  });
  const { handle, sockets } = voice;
  const endRequests = (): void => void voice.sessions.closeAll();
  const listening = await listen(foundation, { prefix: 'VOICE', host: settings.host, port: settings.port, handle, sockets, endRequests });
  logger.info('voice listens', { service: 'voice', url: listening.url, bridge: settings.bridge, bridge_name: replies.name });
  return listening;
}

function bridge(foundation: Foundation, settings: VoiceConfig, guardUrl: string | undefined): Bridge {
  const { bridgeModel: model, bridgeTimeoutMs: timeoutMs } = settings;
  if (settings.bridge === 'bus') return createBusBridge({ bus: foundation.bus, model, timeoutMs });
  const address = neighbour(foundation, {
    setting: voiceSettings.bridgeUrl,
    url: settings.bridgeUrl,
    urlInside: apiOf(guardUrl),
    apiKey: settings.bridgeApiKey,
    forwardsKey: settings.bridgeForwardKey,
  });
  return createOpenAiBridge({ ...address, model, shownAs: 'The bridge', timeoutMs, streamTimeoutMs: settings.bridgeStreamTimeoutMs });
}

function audioDecoder(foundation: Foundation, settings: VoiceConfig): AudioDecoder {
  const decoder = createAudioDecoder({
    maxSeconds: settings.maxAudioSeconds,
    maxDecodedBytes: settings.maxDecodedBytes,
    workers: settings.decodeWorkers,
    queueLimit: settings.decodeQueue,
    timeoutMs: settings.decodeTimeoutMs,
    ffmpeg: settings.ffmpeg,
  });
  return register(foundation, decoder);
}

async function rooms(settings: VoiceConfig): Promise<Rooms> {
  if (settings.livekitUrl === '') return createEmbeddedRooms();
  // Imported only if it is configured: its protocol messages are several megabytes of code.
  const { createLivekitRooms } = await import('../adapters/livekit/rooms.ts');
  return createLivekitRooms({ url: settings.livekitUrl, apiKey: settings.livekitApiKey, apiSecret: settings.livekitApiSecret });
}
