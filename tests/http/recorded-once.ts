import assert from 'node:assert/strict';
import type { guardService } from './guard-service.ts';

const ENDINGS = /\.request\.(?:completed|blocked|failed|cancelled)$/;

/** A card number that must not get through. */
export const CARD = '4111 1111 1111 1111';
/** With letters or digits right beside it, or more digits behind a blank, it is another number. */
export const LEAKED = /(?<!\w|\d )4111 1111 1111 1111(?!\w| \d)/;

type Service = ReturnType<typeof guardService>;

/** One record and one ending event that say the same, and a header that names the decisions that were stored. */
export async function assertRecorded(service: Service, response: Response): Promise<void> {
  const { items: data } = await service.journal.requests({ limit: 10 });
  assert.equal(data.length, 1);
  const [record] = data;
  const endings = service.published.filter(({ subject }) => ENDINGS.test(subject));
  assert.deepEqual(
    endings.map(({ subject }) => subject.split('.').at(-1)),
    [record?.status],
  );
  const [, id = '', verdict = ''] =
    /^(\S+); verdict=(allow|flag|redact|block|none)$/.exec(response.headers.get('x-guard-decision') ?? '') ?? [];
  const decisions = (await service.journal.decisions('r')) ?? [];
  const own = decisions.find((decision) => decision.id === id);
  assert.ok(own !== undefined, `${id} ${verdict}`);
  // What was refused before it was read has none.
  if (verdict === 'none') assert.deepEqual([record?.status, record?.verdict], ['failed', undefined]);
  else assert.equal(own.verdict, verdict);
  assert.equal(decisions.length, new Set(decisions.map(({ direction }) => direction)).size);
  for (const kept of [record, decisions, service.published]) assert.doesNotMatch(JSON.stringify(kept), LEAKED);
}
