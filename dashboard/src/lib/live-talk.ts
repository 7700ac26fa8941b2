import worklet from './microphone-worklet.ts?worker&url';
import { atGuard } from './place.ts';

/** Samples a second in both directions. */
const RATE = 24_000;
/** People think while they talk, so what was said decides how long a silence is waited for. */
const SESSION = { type: 'realtime', audio: { input: { turn_detection: { type: 'semantic_vad' } } } };
/** Statuses of a closed WebSocket that are no fault: it was ended here, or by the service. */
const ENDED = new Set([1000, 1005]);

/** What a live conversation tells the page. */
export interface TalkListener {
  /** Somebody begins or ends to speak into the microphone. */
  onSpeaking(isSpeaking: boolean): void;
  /** What was heard; empty if it was noise. */
  onHeard(itemId: string, text: string): void;
  /** The answer so far, and how it ended once it has: `completed`, `cancelled`, `incomplete` or `failed`. */
  onAnswer(responseId: string, text: string, status: string | undefined): void;
  /** The conversation has ended, if it was a fault with a reason. */
  onEnd(fault: string | undefined): void;
}

/** A live conversation that is under way. */
export interface Talk {
  end(): void;
}

interface TalkEvent {
  readonly type: string;
  readonly item_id?: string;
  readonly response_id?: string;
  readonly transcript?: string;
  readonly delta?: string;
  readonly error?: { readonly message: string };
  readonly response?: {
    readonly id: string;
    readonly status: string;
    readonly status_details: { readonly error?: { readonly message: string } } | null;
  };
}

/**
 * Talks with the voice service through the guard: what the microphone hears is sent while it comes, and answers are played at once, until
 * somebody speaks into them. Throws if the browser or the user does not let it use the microphone.
 */
export async function talk(listener: TalkListener): Promise<Talk> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } });
  const context = new AudioContext({ sampleRate: RATE });
  const free = (): void => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(worklet);
  } catch (error) {
    free();
    throw error;
  }
  const speaker = createSpeaker(context);
  const address = new URL(atGuard('/dashboard/api/voice/v1/realtime'), location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  const send = (event: object): void => (socket.readyState === WebSocket.OPEN ? socket.send(JSON.stringify(event)) : undefined);
  const answers = new Map<string, string>();
  let fault: string | undefined;

  const tap = new AudioWorkletNode(context, 'microphone-tap');
  tap.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) =>
    send({ type: 'input_audio_buffer.append', audio: toBase64(data) }),
  );
  tap.port.start();
  context.createMediaStreamSource(stream).connect(tap);

  socket.addEventListener('open', () => send({ type: 'session.update', session: SESSION }));
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as TalkEvent;
    const { response_id: id = '', item_id: item = '' } = event;
    if (event.type === 'input_audio_buffer.speech_started') {
      const heard = speaker.stop();
      if (heard !== undefined) {
        send({ type: 'conversation.item.truncate', item_id: heard.itemId, content_index: 0, audio_end_ms: heard.milliseconds });
      }
      listener.onSpeaking(true);
    } else if (event.type === 'input_audio_buffer.speech_stopped') listener.onSpeaking(false);
    else if (event.type === 'conversation.item.input_audio_transcription.completed') listener.onHeard(item, event.transcript ?? '');
    else if (event.type === 'conversation.item.input_audio_transcription.failed') listener.onHeard(item, '');
    else if (event.type === 'response.output_audio_transcript.delta') {
      answers.set(id, (answers.get(id) ?? '') + (event.delta ?? ''));
      listener.onAnswer(id, answers.get(id) ?? '', undefined);
    } else if (event.type === 'response.output_audio.delta') speaker.play(item, fromBase64(event.delta ?? ''));
    else if (event.type === 'response.done' && event.response !== undefined) {
      const { id: ended, status, status_details: details } = event.response;
      listener.onAnswer(ended, details?.error?.message ?? answers.get(ended) ?? '', status);
    } else if (event.type === 'error') fault = event.error?.message;
  });
  socket.addEventListener('close', ({ code, reason }) => {
    speaker.stop();
    free();
    const unreachable = 'The conversation could not be opened, or was cut off. Is the voice service running?';
    listener.onEnd(ENDED.has(code) ? undefined : reason === '' ? (fault ?? unreachable) : `The conversation has ended: ${reason}.`);
  });
  return { end: () => socket.close() };
}

/** Plays pieces of sound one behind the other. */
function createSpeaker(context: AudioContext) {
  let sources: AudioBufferSourceNode[] = [];
  let begunAt = 0;
  let endsAt = 0;
  let playing = '';
  return {
    play(itemId: string, samples: Float32Array<ArrayBuffer>): void {
      const buffer = context.createBuffer(1, samples.length, RATE);
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(context.destination);
      if (itemId !== playing || endsAt < context.currentTime) endsAt = Math.max(endsAt, context.currentTime);
      if (itemId !== playing) [playing, begunAt] = [itemId, endsAt];
      source.start(endsAt);
      endsAt += buffer.duration;
      sources.push(source);
      source.addEventListener('ended', () => (sources = sources.filter((each) => each !== source)));
    },
    /** Stops, and tells how much was heard of what was playing; undefined if that was all of it. */
    stop(): { readonly itemId: string; readonly milliseconds: number } | undefined {
      const isPlaying = sources.length > 0 && endsAt > context.currentTime;
      const heard = { itemId: playing, milliseconds: Math.max(0, Math.floor((context.currentTime - begunAt) * 1000)) };
      for (const source of sources) source.stop();
      [sources, endsAt] = [[], 0];
      return isPlaying ? heard : undefined;
    },
  };
}

function toBase64(samples: Float32Array): string {
  const pcm = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
  return btoa(String.fromCharCode(...new Uint8Array(pcm.buffer)));
}

function fromBase64(text: string): Float32Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
  return Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_768);
}
