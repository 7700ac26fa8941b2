import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { csvHead, csvLine, jsonLine, type ListedRequest } from '../../dashboard/src/lib/export-lines.ts';

const RECORD = {
  object: 'guard.request',
  id: 'one',
  received_at: '2026-01-01T00:00:00.000Z',
  route: '/v1/responses',
  status: 'failed',
  http_status: 502,
  verdict: 'flag',
  would_be: null,
  detectors: ['email_address', 'secrets'],
  model: '=HYPERLINK("https://example.com")',
  key_name: null,
  user_hash: '00c0ffee00c0ffee',
  policy: 'default@1',
  trial_policy: 'strict@2',
  stream: false,
  input_length: 5,
  output_length: 0,
  usage: { prompt_tokens: 3, completion_tokens: null },
  guard_ms: 0.5,
  upstream_ms: 1,
  total_ms: 1.5,
  error: { type: 'provider_unavailable', message: 'down' },
  preview: 'Two lines,\r\nand "quotes"',
} as unknown as ListedRequest;

describe('a record in an export', () => {
  it('has no NUL in its line of CSV, which readers refuse', () => {
    const line = csvLine({ ...RECORD, preview: 'null \0 byte' });
    assert.ok(!line.includes('\0'));
    assert.match(line, /null \uFFFD byte/);
  });

  it('is a line of CSV that a spreadsheet reads as it was meant, and takes for no formula', () => {
    const [head, line] = parse(csvHead() + csvLine(RECORD));
    assert.equal(head?.length, line?.length);
    assert.deepEqual(
      [line],
      [
        [
          '2026-01-01T00:00:00.000Z',
          'one',
          '/v1/responses',
          'failed',
          '502',
          'flag',
          '',
          'email_address secrets',
          `'=HYPERLINK("https://example.com")`,
          '',
          '00c0ffee00c0ffee',
          'default@1',
          'strict@2',
          'false',
          '5',
          '0',
          '3',
          '',
          '0.5',
          '1',
          '1.5',
          'provider_unavailable',
          'Two lines,\r\nand "quotes"',
        ],
      ],
    );
  });

  it('is a line of JSON with all that the guard told', () => {
    assert.deepEqual(JSON.parse(jsonLine(RECORD)), RECORD);
    assert.match(jsonLine(RECORD), /^[^\n]+\n$/);
  });
});
