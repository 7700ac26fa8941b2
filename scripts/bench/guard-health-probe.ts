/** Asks a server for its health one request after the other, on a thread of its own, whose time the load's making does not take. */
const REQUESTS = 300;
const PAUSE_MS = 5;

globalThis.addEventListener('message', ({ data: url }: MessageEvent<string>) => void probe(url));

async function probe(url: string): Promise<void> {
  const took: number[] = [];
  while (took.length < REQUESTS) {
    const started = performance.now();
    await (await fetch(`${url}/health`)).text();
    took.push(performance.now() - started);
    await Bun.sleep(PAUSE_MS);
  }
  postMessage(took);
}
