import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { romanised } from '../../src/domain/speech/romanise.ts';

describe('romanised()', () => {
  const written: readonly (readonly [string, string])[] = [
    ['I met Владимир Путин in Москва.', 'I met Vladimir Putin in Moskva.'],
    ['Есть ещё Дмитрий и новый подъезд', 'Yest yeshchyo Dmitry ee novy podyezd'],
    ['Київ, Београд, Њујорк', 'Kiyiv, Beograd, Nyuyork'],
    ['за́мок й', 'zamok y'],
    ['Γειά σου Κόσμε, ο λόγος', 'Gia sou Kosme, o logos'],
    ['Ευχαριστώ πολύ, Μαΐου, Μπορείτε', 'Evharisto poli, Maiou, Borite'],
    ['α + β = γ, Δx and sin θ', 'α + β = γ, Δx and sin θ'],
    ['Crème 你好', 'Crème 你好'],
  ];
  for (const [text, latin] of written) it(`writes «${text}» as «${latin}»`, () => assert.equal(romanised(text), latin));
});
