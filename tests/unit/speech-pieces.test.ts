import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { speechPieces } from '../../src/adapters/onnx/speech-pieces.ts';

describe('speechPieces()', () => {
  it('pads speech, also beyond the audio where it begins or ends with it', () => {
    assert.deepEqual(speechPieces([{ start: 0, end: 1 }], { padding: 0.2, pause: 1 }), [{ start: -0.2, end: 1.2 }]);
  });

  it('joins stretches over short pauses, and keeps others apart', () => {
    const stretches = [
      { start: 1, end: 2 },
      { start: 2.75, end: 4 },
      { start: 8, end: 9 },
    ];
    assert.deepEqual(speechPieces(stretches, { padding: 0.25, pause: 1 }), [
      { start: 0.75, end: 4.25 },
      { start: 7.75, end: 9.25 },
    ]);
  });
});
