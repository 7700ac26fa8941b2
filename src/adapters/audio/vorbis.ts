import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import type { Pcm } from '../../ports/speech.ts';
import { broken } from './faults.ts';
import { MonoTrack } from './mono-track.ts';
import { readOggStream } from './ogg-pages.ts';
import type { Pause } from './pause.ts';
import type { AudioLimits } from './protocol.ts';
import { decodeStreamed } from './streamed.ts';

/** Vorbis in Ogg (Vorbis I specification, section 4.2.2 and appendix A). */
export async function decodeOggVorbis(bytes: Uint8Array, limits: AudioLimits, pause: Pause): Promise<Pcm> {
  const { packets, granule } = readOggStream(bytes);
  const [head = new Uint8Array()] = packets;
  if (head.length < 30) throw broken('is cut short: its Vorbis header is missing');
  const sampleRate = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(12, true);
  const track = new MonoTrack(limits);
  track.expect(granule / sampleRate, head[11] ?? 0, sampleRate);
  await decodeStreamed(new OggVorbisDecoder(), bytes, track, pause);
  return track.finish();
}
