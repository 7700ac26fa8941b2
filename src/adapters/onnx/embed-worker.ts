import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { servePool } from '../../core/serve-pool.ts';
import type { EmbedRequest, EmbedResult, EmbedSessionRequest } from './embed-protocol.ts';
import type { LoadReport } from './runtime.ts';
import { openSession, type Session } from './session.ts';
import { openWindowReader, toBatch } from './token-batch.ts';

type Embed = (request: EmbedRequest) => Promise<EmbedResult>;

let embed: Embed | undefined;
let session: Session | undefined;

lowerPriority(platform, setPriority);
servePool<EmbedSessionRequest, EmbedRequest, never, EmbedResult, LoadReport>({
  async load(request) {
    const started = performance.now();
    const reader = await openWindowReader(request.tokenizerPath, request.maxTokens);
    const opened = await openSession(request);
    session = opened;
    embed = async ({ task, texts }) => {
      if (task === 'count')
        return { vectors: new Float32Array(0), dimensions: 0, tokens: texts.map((text) => reader.count(text)), ends: [] };
      const windows = texts.map((text) => reader.first(text));
      const { sentence_embedding: vectors } = await opened.run(toBatch(windows.map(({ ids }) => ids)));
      const [rows, dimensions] = vectors?.dims ?? [];
      if (vectors === undefined || dimensions === undefined || rows !== texts.length) {
        throw new Error('the embedder gave an answer of the wrong shape');
      }
      return { vectors: vectors.data, dimensions, tokens: windows.map(({ ids }) => ids.length), ends: windows.map(({ end }) => end) };
    };
    // The first run of a session is slow, because it allocates its memory.
    await embed({ task: 'embed', texts: ['warm up'] });
    return { ...opened.report, milliseconds: performance.now() - started };
  },
  async run(request) {
    if (embed === undefined) throw new Error('no model is loaded');
    const value = await embed(request);
    return { value, transfer: [value.vectors.buffer] };
  },
  unload: async () => session?.release(),
});
