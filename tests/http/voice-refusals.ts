import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ErrorKind } from '../../src/core/errors.ts';
import type { VoiceService } from '../../src/voice/voice.ts';
import { objectOf, textOf } from './voice-service.ts';

/** A request that must be refused, and how. */
export interface Refusal {
  readonly name: string;
  readonly request: () => Request;
  readonly status: number;
  readonly kind: ErrorKind;
  readonly param?: string;
  readonly message?: RegExp;
}

/** One test a row: the documented status and the whole error body. */
export function refusals(rows: readonly Refusal[], voice: VoiceService): void {
  for (const { name, request, status, kind, param, message = /./ } of rows) {
    it(name, async () => {
      const response = await voice.handle(request());
      const body = await objectOf(response);
      assert.equal(response.status, status, JSON.stringify(body));
      assert.deepEqual([body['error_type'], body['correlation_id']], [kind, response.headers.get('x-request-id')]);
      assert.match(textOf(body, 'message'), message);
      assert.deepEqual(body['error'], { message: body['message'] ?? '', type: kind, code: kind, param: param ?? null });
    });
  }
}
