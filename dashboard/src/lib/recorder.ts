/** A recording that is under way. */
export interface Recording {
  /** Ends it and gives the sound as a WAV file: mono, 16 bits. */
  finish(): Promise<Blob>;
  cancel(): void;
}

/** Records the microphone. Throws when the browser or the user does not let it. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, noiseSuppression: true } });
  const recorder = new MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  const stopped = new Promise<void>((done) => recorder.addEventListener('stop', () => done(), { once: true }));
  recorder.start();
  const end = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    cancel: end,
    async finish() {
      end();
      await stopped;
      const context = new AudioContext();
      try {
        const sound = await context.decodeAudioData(await new Blob(chunks).arrayBuffer());
        return wavOf(sound.getChannelData(0), sound.sampleRate);
      } finally {
        await context.close();
      }
    },
  };
}

/** Samples from -1 to 1 as a WAV file of 16 bits (RIFF, one channel). */
export function wavOf(samples: Float32Array, sampleRate: number): Blob {
  const bytes = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const text = (at: number, value: string): void =>
    new TextEncoder().encode(value).forEach((byte, index) => bytes.setUint8(at + index, byte));
  text(0, 'RIFF');
  bytes.setUint32(4, 36 + samples.length * 2, true);
  text(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, sampleRate, true);
  bytes.setUint32(28, sampleRate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  text(36, 'data');
  bytes.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) => bytes.setInt16(44 + index * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true));
  return new Blob([bytes.buffer], { type: 'audio/wav' });
}
