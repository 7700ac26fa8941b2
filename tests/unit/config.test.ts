import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as config from '../../src/core/config.ts';

const SETTINGS = {
  port: config.port('T_PORT', 8803, 'Port.'),
  name: config.text('T_NAME', 'parley', 'Name.'),
  key: config.secret('T_KEY', 'Key.'),
  keys: config.secretList('T_KEYS', 'Keys.'),
  enabled: config.flag('T_ENABLED', false, 'Enabled.'),
  workers: config.integer('T_WORKERS', 2, 'Workers.', { min: 1, max: 8 }),
  mode: config.choice('T_MODE', 'auto', 'Mode.', ['auto', 'native']),
  origins: config.list('T_ORIGINS', [], 'Origins.'),
  bus: config.url('T_BUS', '', 'Bus.', ['ws:', 'wss:']),
};

describe('readSettings()', () => {
  it('gives every default for an empty environment, and for empty variables', () => {
    const defaults = { port: 8803, name: 'parley', key: '', keys: [], enabled: false, workers: 2, mode: 'auto', origins: [], bus: '' };
    assert.deepEqual(config.readSettings(SETTINGS, {}), defaults);
    assert.deepEqual(config.readSettings(SETTINGS, { T_PORT: '', T_ENABLED: '', T_MODE: '' }), defaults);
  });

  it('reads every kind of value', () => {
    const environment = {
      T_PORT: '0',
      T_NAME: 'x y',
      T_KEY: 'k',
      T_KEYS: 'a:1, b:2',
      T_ENABLED: 'true',
      T_WORKERS: '8',
      T_MODE: 'native',
      T_ORIGINS: ' http://a , ,http://b,',
      T_BUS: 'ws://127.0.0.1:4223',
      UNRELATED: '?',
    };
    assert.deepEqual(config.readSettings(SETTINGS, environment), {
      port: 0,
      name: 'x y',
      key: 'k',
      keys: ['a:1', 'b:2'],
      enabled: true,
      workers: 8,
      mode: 'native',
      origins: ['http://a', 'http://b'],
      bus: 'ws://127.0.0.1:4223',
    });
  });

  it('reads numbers with a fraction within their range', () => {
    const weight = { weight: config.decimal('T_WEIGHT', 0.65, 'Weight.', { min: 0, max: 1 }) };
    assert.deepEqual(config.readSettings(weight, {}), { weight: 0.65 });
    for (const text of ['0', '1', '0.25', '1.0'])
      assert.deepEqual(config.readSettings(weight, { T_WEIGHT: text }), { weight: Number(text) });
    for (const text of ['1.1', '-0.1', '.5', '1e-3', 'NaN', '0,5', ' 1']) {
      assert.throws(() => config.readSettings(weight, { T_WEIGHT: text }), /T_WEIGHT=.*: must be a number from 0 to 1/);
    }
  });

  it('"throws a ConfigError that lists every fault"', () => {
    const environment = { T_PORT: '65536', T_ENABLED: 'yes', T_WORKERS: '1.5', T_MODE: 'fast', T_BUS: 'http://x' };
    assert.throws(
      () => config.readSettings(SETTINGS, environment),
      (error) => {
        assert.ok(error instanceof config.ConfigError);
        assert.deepEqual(error.faults, [
          'T_PORT=65536: must be a whole number from 0 to 65535',
          'T_ENABLED=yes: must be true or false',
          'T_WORKERS=1.5: must be a whole number from 1 to 8',
          'T_MODE=fast: must be one of auto, native',
          'T_BUS=http://x: must be a URL starting with ws:// or wss://',
        ]);
        assert.match(error.message, /^The configuration has 5 faults:\n {2}T_PORT/);
        return true;
      },
    );
  });

  for (const [text, setting] of [
    ['', 'T_WORKERS'],
    ['0', 'T_WORKERS'],
    ['9', 'T_WORKERS'],
    ['-1', 'T_PORT'],
    ['1e3', 'T_PORT'],
    [' 80', 'T_PORT'],
    ['0x50', 'T_PORT'],
    ['99999999999999999999', 'T_PORT'],
    ['not a url', 'T_BUS'],
    ['TRUE', 'T_ENABLED'],
  ] as const) {
    if (text === '') continue;
    it(`refuses ${setting}=${text}`, () => {
      assert.throws(() => config.readSettings(SETTINGS, { [setting]: text }), config.ConfigError);
    });
  }

  it('a fault names no credentials', () => {
    assert.throws(
      () => config.readSettings(SETTINGS, { T_BUS: 'nats://me:p@ss@host:4222?authToken=t0ps3cret&x=1' }),
      (error) =>
        error instanceof Error && !/p@ss|ss@|t0ps3cret/.test(error.message) && error.message.includes('nats://…@host:4222?authToken=…&x=1'),
    );
    assert.throws(
      () => config.readSettings(SETTINGS, { T_BUS: 'me:t0ps3cret@host:4222' }),
      (error) => error instanceof Error && !/t0ps3cret/.test(error.message),
    );
  });
});

describe('describeSettings()', () => {
  it('shows effective values, and of secrets only whether they are set', () => {
    const rows = config.describeSettings(SETTINGS, {
      T_PORT: '80',
      T_KEY: 'hunter2',
      T_ORIGINS: 'http://a, http://b',
      T_BUS: 'ws://token@host:4223',
    });
    const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    assert.deepEqual(values, {
      T_PORT: '80',
      T_NAME: 'parley',
      T_KEY: '(set)',
      T_KEYS: '(unset)',
      T_ENABLED: 'false',
      T_WORKERS: '2',
      T_MODE: 'auto',
      T_ORIGINS: 'http://a,http://b',
      T_BUS: 'ws://…@host:4223',
    });
    assert.deepEqual(
      rows.filter(({ fromEnvironment }) => fromEnvironment).map(({ name }) => name),
      ['T_PORT', 'T_KEY', 'T_ORIGINS', 'T_BUS'],
    );
    assert.equal(rows[0]?.fallback, '8803');
  });
});

describe('urls()', () => {
  const settings = { bus: config.urls('T_BUS', 'Servers.', ['ws:', 'wss:']) };

  it('reads several URLs, and shows none of their credentials', () => {
    const { bus } = config.readSettings(settings, { T_BUS: 'ws://one:1, wss://me:secret@two' });
    assert.equal(bus, 'ws://one:1,wss://me:secret@two');
    assert.equal(settings.bus.format(bus), 'ws://one:1,wss://…@two');
    assert.equal(config.readSettings(settings, { T_BUS: 'ws://one:1,, ' }).bus, 'ws://one:1');
  });

  it('names no credentials of any of them in a fault, whatever characters they contain', () => {
    for (const given of [
      'ws://me:p@one,http://me:t0ps3cret@two',
      'ws://one,ws://me:t0ps3cret@two:x',
      'ws://me:a/t0ps3cret@one',
      'ws://me:t0ps3cret,b@one',
    ])
      assert.throws(
        () => config.readSettings(settings, { T_BUS: given }),
        (error) => error instanceof config.ConfigError && !error.message.includes('t0ps3cret'),
      );
  });

  it('refuses a list with another protocol', () => {
    assert.throws(() => config.readSettings(settings, { T_BUS: 'ws://one,nats://two' }), /T_BUS.*must be a URL starting with ws:/s);
  });
});

describe('callableOrigins()', () => {
  const settings = { servers: config.callableOrigins('T_SERVERS', 'Servers.') };

  it('reads origins, or * for all', () => {
    const read = (T_SERVERS: string) => config.readSettings(settings, { T_SERVERS }).servers;
    assert.deepEqual(read(''), []);
    assert.deepEqual(read('https://tools.example, http://127.0.0.1:9000'), ['https://tools.example', 'http://127.0.0.1:9000']);
    assert.deepEqual(read('*'), ['*']);
  });

  for (const given of [
    'https://tools.example/mcp',
    'tools.example',
    'https://*.example',
    'ws://tools.example',
    'https://me:p@tools.example',
  ]) {
    it(`refuses ${given}`, () => {
      assert.throws(() => config.readSettings(settings, { T_SERVERS: given }), /T_SERVERS.*must list origins/s);
    });
  }
});
