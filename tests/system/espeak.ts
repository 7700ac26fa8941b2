import { spawn } from 'node:child_process';

/** A sentence spoken by espeak-ng at 165 words a minute, as a WAV file. Throws when espeak-ng is missing. */
export async function speak(text: string, voice = 'en-us'): Promise<Uint8Array<ArrayBuffer>> {
  const child = spawn('espeak-ng', ['-v', voice, '-s', '165', '--stdout', '--stdin'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const chunks: Uint8Array[] = [];
  child.stdout.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  child.stdin.end(text);
  await new Promise<void>((done, fail) => {
    child.on('error', () => fail(new Error('espeak-ng is missing; ./scripts/test installs it')));
    child.on('close', () => done());
  });
  return new Uint8Array(Buffer.concat(chunks));
}
