import { Gate } from '../core/gate.ts';
import type { JudgeTurn } from '../core/turn-ends.ts';
import { createSessions, type EndedSession, type Sessions } from '../domain/speech/session.ts';
import { createHttpApp, type HttpDeps } from '../http/app.ts';
import { documentation } from '../http/documentation.ts';
import { handlerOf } from '../http/handler.ts';
import { methodsOf } from '../http/methods.ts';
import { metricsRoute } from '../http/metrics.ts';
import { createRequestMetrics } from '../http/request-metrics.ts';
import { INDEX_PATH, serviceIndex } from '../http/service-index.ts';
import type { AudioDecoder } from '../ports/audio-decoder.ts';
import type { AudioEncoder } from '../ports/audio-encoder.ts';
import type { Bridge } from '../ports/bridge.ts';
import type { Bus } from '../ports/bus.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Rooms } from '../ports/rooms.ts';
import type { Sockets } from '../ports/socket.ts';
import type { SpeakerEncoder } from '../ports/speaker-encoder.ts';
import type { SpeechToText, TextToSpeech } from '../ports/speech.ts';
import type { SpeechProbability, VoiceActivity } from '../ports/voice-activity.ts';
import type { VoiceLimits } from './config.ts';
import { createVoiceEvents, type VoiceEvents } from './events.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addListingRoutes } from './listing-routes.ts';
import { createClientSecrets } from './live/client-secrets.ts';
import { addRealtimeRoutes } from './live/realtime-route.ts';
import { createRealtime } from './live/realtime.ts';
import { createOwners, type Owners } from './owners.ts';
import { addSessionRoutes } from './session-routes.ts';
import { addSpeechRoute } from './speech-route.ts';
import { addTranscriptionRoute } from './transcription-route.ts';
import { addTranslationRoute } from './translation-route.ts';
import { addTurnRecordRoutes } from './turn-record-routes.ts';
import { createTurnRecords, type TurnRecords } from './turn-records.ts';
import { addTurnRoute } from './turn-route.ts';
import { createVoiceMeasures } from './voice-measures.ts';
import { addWebhookRoute, WEBHOOK_PATH } from './webhook-route.ts';

/** The dependencies of the voice service, which it neither opens nor closes. */
export interface VoiceDeps extends HttpDeps {
  readonly version: string;
  readonly limits: VoiceLimits;
  /** Decodes formats other than WAV. */
  readonly audioDecoder: AudioDecoder;
  /** Compresses speech for formats other than WAV and plain samples. */
  readonly audioEncoder: AudioEncoder;
  readonly speechToText: SpeechToText;
  readonly textToSpeech: TextToSpeech;
  /** Tells speech from other sounds in live audio. */
  readonly speechProbability: SpeechProbability;
  /** Judges by its words whether a live turn is over; without it `semantic_vad` goes by silence alone. */
  readonly judgeTurn?: JudgeTurn;
  /** Finds speech in recordings whose speakers are told apart. */
  readonly voiceActivity: VoiceActivity;
  /** Tells their voices from each other. */
  readonly speakerEncoder: SpeakerEncoder;
  readonly bridge: Bridge;
  readonly bus: Bus;
  readonly rooms: Rooms;
  /** The metrics of GET /metrics; without it there is no such route. */
  readonly metrics?: Metrics;
}

/** What the routes share besides their dependencies. */
export interface VoiceParts {
  readonly deps: VoiceDeps;
  readonly sessions: Sessions;
  readonly events: VoiceEvents;
  /** Bounds concurrent audio requests, because each holds its audio in memory. */
  readonly gate: Gate;
  /** Bounds the uploads that are still arriving, so that slow ones take no place from audio requests. */
  readonly uploads: Gate;
  readonly turns: TurnRecords;
  readonly owners: Owners;
}

/** The voice service as a value: it opens nothing, reads no environment and starts no timer. */
export interface VoiceService {
  /** Answers one HTTP request. */
  handle(request: Request): Promise<Response>;
  /** Live sessions. */
  readonly sockets: Sockets;
  /** The composing code calls `expire` regularly, and `closeAll` before it stops. */
  readonly sessions: {
    /** Ends sessions that were idle for too long and publishes that they ended. */
    expire(): Promise<void>;
    /** Ends every session with its turn and publishes that they ended; no further ones are opened. */
    closeAll(): Promise<void>;
  };
}

/** The voice service over its dependencies. */
export function createVoice(deps: VoiceDeps): VoiceService {
  const { bus, clock, ids, limits, logger, rooms, version } = deps;
  const { maxSessions, sessionIdleSeconds: idleSeconds, historyTurns: maxTurns, historyCharacters: maxCharacters } = limits;
  const sessions = createSessions({ clock, ids, maxSessions, idleSeconds, conversation: { maxTurns, maxCharacters } });
  const events = createVoiceEvents({ bus, clock, logger, previewCharacters: limits.previewCharacters });
  const requests = createRequestMetrics('voice', clock);
  const measures = createVoiceMeasures(sessions);
  const parts: VoiceParts = {
    deps,
    sessions,
    events,
    gate: new Gate(limits.maxRequests, 'audio requests'),
    uploads: new Gate(limits.maxUploads, 'uploads'),
    turns: measures.turns(createTurnRecords(limits.recentTurns)),
    owners: createOwners(deps.apiKeys, limits.operatorKeys),
  };

  const secrets = createClientSecrets(clock, limits.liveSecrets);

  async function tellEnded(ending: readonly Promise<EndedSession>[]): Promise<void> {
    await Promise.all(ending.map(async (session) => events.sessionEnded(await session, ids.next())));
  }

  // A webhook is signed by the media server instead of carrying an API key.
  const app = createHttpApp({
    ...deps,
    found: requests.found,
    openPaths: [INDEX_PATH, ...(rooms.webhook === undefined ? [] : [WEBHOOK_PATH])],
  });
  app.use(
    documentation({
      title: 'Parley voice',
      description: 'Speech to text, text to speech, and spoken turns.',
      version,
      openPaths: [WEBHOOK_PATH],
    }),
  );
  app.use(serviceIndex({ service: 'voice', version }));
  addHealthRoutes(app, parts);
  const { metrics } = deps;
  if (metrics !== undefined) {
    app.use(metricsRoute({ collect: () => [...requests.collect(), ...measures.collect(), ...metrics.collect()] }));
  }
  addTranscriptionRoute(app, parts);
  addTranslationRoute(app, parts);
  addSpeechRoute(app, parts);
  addListingRoutes(app, parts);
  addSessionRoutes(app, parts);
  addWebhookRoute(app, parts);
  addTurnRoute(app, parts);
  addTurnRecordRoutes(app, parts);
  addRealtimeRoutes(app, parts, secrets);
  app.use(methodsOf(app.routes));

  const handle = handlerOf(requests.measured(app));
  return {
    handle,
    sockets: createRealtime(parts, secrets, handle),
    sessions: {
      expire: () => tellEnded(sessions.expire()),
      closeAll: () => tellEnded(sessions.stop()),
    },
  };
}
