import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { readLine, writeLine } from '../../src/adapters/libsql/journal-line.ts';
import { createSpoolSegment } from '../../src/adapters/libsql/spool-segment.ts';
import { openSpooledJournal } from '../../src/adapters/libsql/spooled-journal.ts';
import type { JournalEntry } from '../../src/ports/journal.ts';
import { requestRecord } from '../contract/journal-entries.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

const entry = (id: string): JournalEntry => ({ request: requestRecord(id, 1), decisions: [], debug: [] });

describe('a spool on a disk that is full', () => {
  it('throws for each line, and says so', () => {
    const segment = createSpoolSegment('/dev/full');
    for (let count = 0; count < 3; count += 1) assert.throws(() => segment.append('{}'), /no space/i);
    assert.equal(segment.bytes, 0);
    segment.close();
  });

  // Only root may mount a file system that is small enough to fill.
  if (process.getuid?.() === 0) {
    it('opens no further file for every record, and takes records again behind the one that was cut off', async () => {
      await using folder = await makeTemporaryFolder();
      const mount = join(folder.path, 'small');
      await mkdir(mount);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]);
      try {
        const spool = join(mount, 'spool');
        const filler = join(mount, 'filler');
        const inner = createInMemoryJournal();
        const stored: string[] = [];
        let isTaken = false;
        const storeLines = async (lines: Uint8Array): Promise<void> => {
          if (!isTaken) throw new Error('not now');
          const ids = new TextDecoder()
            .decode(lines)
            .split('\n')
            .map((line) => readLine(line)?.request.id);
          stored.push(...ids.filter((id) => id !== undefined));
        };
        const logger = createRecordedLogger();
        const times = { batchMs: 1, retryMs: [1] };
        await using journal = await openSpooledJournal({ journal: inner, storeLines, folder: spool, logger, ...times });
        journal.record(entry('before'));
        await writeFile(filler, new Uint8Array(2_000_000)).catch(() => undefined);
        for (let count = 0; count < 300; count += 1) journal.record(entry(`full-${count}`));
        assert.equal((await readdir(spool)).length, 1);
        assert.ok(journal.spooledBytes % (writeLine(entry('full-0')).length + 1) !== 0, 'no line was cut off');
        const { signal } = new AbortController();
        await assert.rejects(journal.ping(signal), /cannot be written/);
        await rm(filler);
        journal.record(entry('after'));
        isTaken = true;
        await journal.flush();
        await journal.ping(signal);
        assert.equal(stored.at(0), 'before');
        assert.equal(stored.at(-1), 'after');
        const memory = (await inner.requests({ limit: 1000 })).items.map(({ id }) => id);
        assert.deepEqual(new Set([...stored, ...memory]).size, 302);
        assert.equal(logger.lines.filter(({ message }) => message.includes('cannot be written')).length, 1);
      } finally {
        execFileSync('umount', ['-l', mount]);
      }
    });
  }
});
