import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { servePool } from '../../core/serve-pool.ts';
import type { EmbedRequest, EmbedResult, EmbedSessionRequest } from './embed-protocol.ts';
import type { LoadReport } from './runtime.ts';
import { openSession, type Session } from './session.ts';
import { openTokenizer, toBatch } from './token-batch.ts';

type Embed = (texts: readonly string[]) => Promise<EmbedResult>;

let embed: Embed | undefined;
let session: Session | undefined;

lowerPriority(platform, setPriority);
servePool<EmbedSessionRequest, EmbedRequest, never, EmbedResult, LoadReport>({
  async load(request) {
    const started = performance.now();
    const tokenize = await openTokenizer(request.tokenizerPath, request.maxTokens);
    const opened = await openSession(request);
    session = opened;
    embed = async (texts) => {
      const { sentence_embedding: vectors } = await opened.run(toBatch(texts.map(tokenize)));
      const [rows, dimensions] = vectors?.dims ?? [];
      if (vectors === undefined || dimensions === undefined || rows !== texts.length) {
        throw new Error('the embedder gave an answer of the wrong shape');
      }
      return { vectors: vectors.data, dimensions };
    };
    // The first run of a session is slow, because it allocates its memory.
    await embed(['warm up']);
    return { ...opened.report, milliseconds: performance.now() - started };
  },
  async run({ texts }) {
    if (embed === undefined) throw new Error('no model is loaded');
    const value = await embed(texts);
    return { value, transfer: [value.vectors.buffer] };
  },
  unload: async () => session?.release(),
});
