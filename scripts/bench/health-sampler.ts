/** Measures GET /health from a thread of its own, so that the load generator's own work is not counted. */
interface Order {
  readonly urls: readonly string[];
  readonly samples: number;
}

async function sample(url: string): Promise<number> {
  const start = performance.now();
  await (await fetch(`${url}/health`)).text();
  return performance.now() - start;
}

async function take({ urls, samples }: Order): Promise<void> {
  const values: number[] = [];
  while (values.length < samples) {
    for (const url of urls) values.push(await sample(url));
    // A pause leaves the load in charge.
    await Bun.sleep(2);
  }
  postMessage(values);
}

addEventListener('message', ({ data }: MessageEvent<Order>) => void take(data));
