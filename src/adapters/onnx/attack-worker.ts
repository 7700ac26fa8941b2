import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { servePool } from '../../core/serve-pool.ts';
import type { AttackRequest, AttackResult, AttackSessionRequest } from './attack-protocol.ts';
import { centredTokens } from './centred-tokens.ts';
import type { LoadReport } from './runtime.ts';
import { openSession, type Session } from './session.ts';
import { openWordPieces } from './word-pieces.ts';
import { openWordRows, type WordRows } from './word-rows.ts';

type Weigh = (request: AttackRequest) => Promise<AttackResult>;

/** BERT's tokens for the beginning and the end of a text. */
const BEGIN = 101;
const END = 102;

let weigh: Weigh | undefined;
let session: Session | undefined;
let words: WordRows | undefined;

lowerPriority(platform, setPriority);
servePool<AttackSessionRequest, AttackRequest, never, AttackResult, LoadReport>({
  async load(request) {
    const started = performance.now();
    const tokens = await openWordPieces(request.tokenizerPath);
    const rows = await openWordRows(request.wordsPath, request.wordWidth);
    words = rows;
    const opened = await openSession(request);
    session = opened;
    weigh = async ({ before, passage, after, channel }) => {
      const ids = [BEGIN, ...centredTokens(tokens(before), tokens(passage), tokens(after), request.maxTokens), END];
      const { log_odds: output } = await opened.run({
        words: { data: await rows.read(ids), dims: [1, ids.length, request.wordWidth] },
        attention_mask: { data: new BigInt64Array(ids.length).fill(1n), dims: [1, ids.length] },
        channel: { data: BigInt64Array.of(BigInt(channel)), dims: [1] },
      });
      const logOdds = output?.data[0];
      if (logOdds === undefined) throw new Error('the attack encoder gave an answer of the wrong shape');
      return { logOdds };
    };
    // The first run of a session is slow, because it allocates its memory.
    await weigh({ before: '', passage: 'warm up', after: '', channel: 0 });
    return { ...opened.report, milliseconds: performance.now() - started };
  },
  async run(request) {
    if (weigh === undefined) throw new Error('no model is loaded');
    return { value: await weigh(request), transfer: [] };
  },
  async unload() {
    words?.close();
    await session?.release();
  },
});
