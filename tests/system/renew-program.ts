import { openDatabase } from '../../src/adapters/libsql/database.ts';
/** Embeds the passages of a database anew with the model of its second argument, two at a time; kills itself in the midst of the batch that its third argument names. */
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createPassageRenewal } from '../../src/domain/retrieval/renew-passages.ts';
import { createWordEmbedder } from '../http/library-service.ts';
import { createRecordedLogger } from './recorded-logger.ts';

const [url = '', model = '', killIn = ''] = process.argv.slice(2);
const logger = createRecordedLogger();
const words = createWordEmbedder(32);
const database = openDatabase({ url, logger });
const index = createLibsqlVectorIndex({ database, clock: systemClock, logger, model, dimensions: words.dimensions });
let batches = 0;
await createPassageRenewal({
  index,
  embedder: {
    ...words,
    model,
    async embed(texts, options) {
      batches += 1;
      if (batches === Number(killIn)) process.kill(process.pid, 'SIGKILL');
      return words.embed(texts, options);
    },
  },
  logger,
  batch: 2,
  lookMs: 1000,
})(new AbortController().signal);
