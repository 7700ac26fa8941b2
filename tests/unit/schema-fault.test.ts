import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { schemaFault, schemaRefusal } from '../../src/http/schema-fault.ts';

const Word = Type.Union([Type.Literal('user'), Type.Literal('tool'), Type.Literal('document')]);
const Mode = Type.Union([
  Type.Object({ mode: Type.Literal('mask'), visible: Type.Integer({ minimum: 0, maximum: 16 }) }, { additionalProperties: false }),
  Type.Object({ mode: Type.Literal('hash') }, { additionalProperties: false }),
]);
const Body = Type.Object(
  {
    channel: Word,
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    mode: Type.Optional(Mode),
    channels: Type.Optional(Type.Array(Word, { minItems: 1, maxItems: 3 })),
    modes: Type.Optional(Type.Array(Mode, { minItems: 1, maxItems: 3 })),
    stop: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String({ minLength: 1 }), { maxItems: 4 }), Type.Null()])),
    score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    weight: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1000 })),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    id: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
    isOn: Type.Optional(Type.Boolean()),
    limits: Type.Optional(Type.Object({ a: Type.Optional(Type.Integer()) }, { minProperties: 1 })),
    shaped: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()], { shape: 'must be a list of hosts or null' })),
    since: Type.Optional(Type.String({ format: 'date-time' })),
    free: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  },
  { additionalProperties: false },
);

describe('schemaFault()', () => {
  const rows: readonly (readonly [value: object | string | null | readonly unknown[], place: string, message: string])[] = [
    [{ channel: 'usr' }, 'channel', 'must be one of user, tool, document'],
    [{}, 'channel', 'is missing; it must be one of user, tool, document'],
    [[], '', 'must be an object'],
    [null, '', 'must be an object'],
    [{ channel: 'user', note: 7 }, 'note', 'must be a string or null'],
    [{ channel: 'user', mode: 'mask' }, 'mode', 'must be an object'],
    [{ channel: 'user', mode: { mode: 'mask', visible: 17 } }, 'mode.visible', 'must be a whole number from 0 to 16'],
    [{ channel: 'user', mode: { mode: 'hide' } }, 'mode.mode', 'must be one of mask, hash'],
    [{ channel: 'user', mode: {} }, 'mode.mode', 'is missing; it must be one of mask, hash'],
    [{ channel: 'user', mode: { mode: 'hash', visible: 1 } }, 'mode.visible', 'is not a field here; the fields are mode'],
    [{ channel: 'user', modes: [] }, 'modes', 'must be an array of 1 to 3 items'],
    [{ channel: 'user', channels: 'tool' }, 'channels', 'must be an array of 1 to 3 items (each one of user, tool, document)'],
    [{ channel: 'user', channels: ['usr'] }, 'channels[0]', 'must be one of user, tool, document'],
    [
      { channel: 'user', modes: [{ mode: 'hash' }, { mode: 'mask' }] },
      'modes[1].visible',
      'is missing; it must be a whole number from 0 to 16',
    ],
    [{ channel: 'user', stop: 4 }, 'stop', 'must be a string, an array of at most 4 items or null'],
    [{ channel: 'user', stop: ['a', ''] }, 'stop[1]', 'must be a string that is not empty'],
    [{ channel: 'user', stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'must be an array of at most 4 items'],
    [{ channel: 'user', score: 1.5 }, 'score', 'must be a number from 0 to 1'],
    [{ channel: 'user', weight: 0 }, 'weight', 'must be a number above 0 and of at most 1000'],
    [{ channel: 'user', count: 1.5 }, 'count', 'must be a whole number of at least 1'],
    [{ channel: 'user', name: '' }, 'name', 'must be a string of 1 to 64 characters'],
    [{ channel: 'user', id: 'A' }, 'id', 'must be a string that matches ^[a-z]+$'],
    [{ channel: 'user', isOn: 'yes' }, 'isOn', 'must be true or false'],
    [{ channel: 'user', limits: {} }, 'limits', 'must be an object of at least 1 field'],
    [{ channel: 'user', shaped: 'x' }, 'shaped', 'must be a list of hosts or null'],
    [{ channel: 'user', since: 'today' }, 'since', 'must be a string in the format date-time'],
    [{ channel: 'user', free: { 'a/b~c': 'x' } }, 'free.a/b~c', 'must be a whole number'],
  ];
  for (const [value, place, message] of rows) {
    it(`says of ${JSON.stringify(value)}: ${place === '' ? '' : `${place} `}${message}`, () =>
      assert.deepEqual(schemaFault(Body, value), { place, message }));
  }

  it('says of a field that nobody knows which there are, and shortens its name', () => {
    const fault = schemaFault(Type.Object({ a: Type.String(), b: Type.Null() }, { additionalProperties: false }), {
      a: '',
      b: null,
      ['k'.repeat(1000)]: 1,
    });
    assert.equal(fault?.place.length, 201);
    assert.equal(fault?.message, 'is not a field here; the fields are a, b');
  });

  it('reads what Elysia makes of numbers and switches in queries', () => {
    const query = t.Object({ limit: t.Optional(t.Numeric({ minimum: 1, maximum: 100 })), isOn: t.Optional(t.BooleanString()) });
    assert.deepEqual(schemaFault(query, { limit: 'x' }), { place: 'limit', message: 'must be a number from 1 to 100' });
    assert.deepEqual(schemaFault(query, { isOn: 'x' }), { place: 'isOn', message: 'must be true or false' });
  });

  it('names the second field that tells variants apart where the first one fits', () => {
    const role = (name: string) => t.Object({ type: t.Literal('message'), role: t.Literal(name), text: t.String() });
    const item = t.Union([role('user'), role('system'), t.Object({ type: t.Literal('call') })]);
    assert.deepEqual(schemaFault(item, { type: 'message', role: 'x' }), { place: 'role', message: 'must be one of user, system' });
    assert.deepEqual(schemaFault(item, { type: 'message' }), { place: 'role', message: 'is missing; it must be one of user, system' });
    assert.deepEqual(schemaFault(item, { type: 'x' }), { place: 'type', message: 'must be one of message, call' });
  });

  it('says nothing where nothing is wrong', () => assert.equal(schemaFault(Body, { channel: 'user' }), undefined));
});

describe('schemaRefusal()', () => {
  it('names the field, or what the value is called', () => {
    const { message, param, status } = schemaRefusal({ place: 'a[0].b', message: 'must be null' });
    assert.deepEqual([message, param, status], ['a[0].b: must be null.', 'a[0].b', 400]);
    const whole = schemaRefusal({ place: '', message: 'must be an object' }, 'The policy');
    assert.deepEqual([whole.message, whole.param], ['The policy must be an object.', undefined]);
  });
});
