import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createOnnxAttackEncoder } from '../../src/adapters/onnx/attack-encoder.ts';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { openAttackModel } from '../../src/domain/guardrails/attack/attack-model.ts';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { emailAddressDetector } from '../../src/domain/guardrails/detectors/email-address.ts';
import { createInjectionDetector } from '../../src/domain/guardrails/detectors/injection.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { bunPlatform } from '../../src/main/bun-platform.ts';
import { CHANNELS, type Channel, type GuardPart } from '../../src/ports/guard.ts';
import { generateRows } from '../train/guard/generate.ts';
import {
  BLOCKS_AT,
  calibrate,
  fitHeads,
  fitSecondHeads,
  headScore,
  isAsked,
  secondScore,
  thoroughScore,
  type TwiceRead,
} from '../train/guard/heads.ts';
import { readHeldOut, readTwice } from '../train/guard/held-out.ts';
import { areaUnderCurve, recallAt, thresholdAt } from '../train/guard/measures.ts';
import { createSampler, PROMPTS_FOLD, readRows, type Row } from '../train/guard/rows.ts';
import { OPTIONS, readLeftOut } from '../train/guard/validate.ts';

/** What the guard's detectors find: `bun scripts/bench/guard-detection.ts [FOLDER]`, a folder with the labelled data. */
const folder = process.argv[2] ?? '../shared/guard-eval';
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const share = <T>(rows: readonly T[], test: (row: T) => boolean): number => rows.filter(test).length / Math.max(1, rows.length);
const part = (text: string, channel: Channel = 'user'): GuardPart => ({ id: 'text', role: 'user', channel, text });

const rows = ['train.jsonl', 'prompts.jsonl'].flatMap((file) => readRows(join(folder, file)));
const leftOut = readLeftOut([...rows, ...generateRows(rows)].map(createSampler(OPTIONS.buckets)));
const outOfFold = readTwice(leftOut.rows, readHeldOut());
const unmoved = fitHeads(leftOut);
const heads = calibrate(unmoved, leftOut);
const second = fitSecondHeads(heads, outOfFold);
const secondOf = (row: TwiceRead): number => secondScore(heads[row.sample.row.channel], second[row.sample.row.channel], row);
const thoroughOf = (row: TwiceRead): number => thoroughScore(heads[row.sample.row.channel], second[row.sample.row.channel], row);
const asks = (row: TwiceRead): boolean => isAsked(heads[row.sample.row.channel], second[row.sample.row.channel], row);

interface Measured extends Row {
  readonly attack: boolean;
  readonly score: number;
}

/** Rows with the score that ranks them; for both stages, the score that callers get. */
const weighed = (row: TwiceRead): number => {
  const first = headScore(unmoved, row);
  const { first: own, encoder } = second[row.sample.row.channel];
  return own * Math.log(first / (1 - first)) + encoder * row.logOdds;
};
const ordered = (scoreOf: (row: TwiceRead) => number): readonly Measured[] =>
  outOfFold.map((row) => ({ ...row.sample.row, attack: row.sample.attack, score: scoreOf(row) }));
const STAGES: Readonly<Record<string, readonly Measured[]>> = {
  'first stage alone': ordered((row) => headScore(unmoved, row)),
  'both stages': ordered(secondOf),
  'both stages, as /v1/analyze asks them': ordered(thoroughOf),
  'both stages, were the encoder asked about every text': ordered(weighed),
};

function detection(name: string, list: readonly Measured[]): void {
  const at = thresholdAt(list, 0.01);
  const ofChannel = new Map(
    CHANNELS.map((channel) => [
      channel,
      thresholdAt(
        list.filter((row) => row.channel === channel),
        0.01,
      ),
    ]),
  );
  const caught = (rows: readonly Measured[]): string => {
    const attacks = rows.filter(({ attack }) => attack);
    return percent(share(attacks, (row) => row.score > (ofChannel.get(row.channel) ?? 0)));
  };
  const line = [
    `AUC ${areaUnderCurve(list).toFixed(3)}`,
    `recall at 1 % ${percent(recallAt(list, at))} with one threshold, ${caught(list)} with one a channel`,
    `at 5 % ${percent(recallAt(list, thresholdAt(list, 0.05)))}`,
  ];
  console.log(`${name} (${list.length} rows): ${line.join(', ')}`);
  for (const channel of CHANNELS) {
    const own = list.filter((row) => row.channel === channel);
    const threshold = thresholdAt(own, 0.01);
    console.log(
      `  ${channel}: AUC ${areaUnderCurve(own).toFixed(3)}, recall at 1 % of its own ${percent(recallAt(own, threshold))}, at 5 % ${percent(recallAt(own, thresholdAt(own, 0.05)))}`,
    );
  }
  for (const tier of ['explicit', 'indirect', 'semantic']) {
    console.log(`  ${tier}: recall at 1 % of each channel's own ${caught(list.filter((row) => row.tier === tier))}`);
  }
}

for (const [stages, list] of Object.entries(STAGES)) {
  detection(
    `train.jsonl, folds left out in turn, ${stages}`,
    list.filter(({ fold }) => fold < PROMPTS_FOLD),
  );
  detection(
    `prompts.jsonl, trained on train.jsonl, ${stages}`,
    list.filter(({ fold }) => fold === PROMPTS_FOLD),
  );
}
for (const channel of CHANNELS) {
  const own = outOfFold.filter(({ sample: { row } }) => row.channel === channel);
  const asked = (label: string, shortest = 0): string =>
    percent(
      share(
        own.filter(({ sample: { row } }) => row.label === label && row.text.length > shortest),
        asks,
      ),
    );
  console.log(
    `the encoder is asked about ${channel}: plain ${asked('benign')} (of those above 400 characters ${asked('benign', 400)}), hard ${asked('benign-hard')}, injections ${asked('injection')}`,
  );
}

console.log('\nat the default thresholds, rows whose fold the model never saw: first stage alone / both stages');
for (const [name, isOwn] of [
  ['train.jsonl', (fold: number) => fold < PROMPTS_FOLD],
  ['prompts.jsonl', (fold: number) => fold === PROMPTS_FOLD],
] as const) {
  for (const channel of CHANNELS) {
    const own = outOfFold.filter(({ sample: { row } }) => row.channel === channel && isOwn(row.fold));
    const at = BLOCKS_AT[channel];
    const blockedOf = (these: readonly TwiceRead[]): string =>
      `${percent(share(these, (row) => headScore(heads, row) >= at))} / ${percent(share(these, (row) => secondOf(row) >= at))}`;
    const blocked = (...labels: string[]): string => blockedOf(own.filter(({ sample }) => labels.includes(sample.row.label)));
    const foreign = own.filter(({ sample }) => sample.isForeign);
    const plain = foreign.filter(({ sample }) => sample.row.label === 'benign');
    console.log(
      `  ${name} ${channel}: plain blocked ${blocked('benign')}, hard blocked ${blocked('benign-hard')}, attacks blocked ${blocked('injection', 'jailbreak')}`,
    );
    console.log(
      `    in other languages: plain blocked ${blockedOf(plain)} of ${plain.length}, attacks blocked ${blockedOf(foreign.filter(({ sample }) => sample.attack))}`,
    );
  }
}
for (const channel of CHANNELS) {
  const pages = leftOut.moved.filter(({ sample }) => sample.row.channel === channel && sample.isForeign);
  const blocked = share(pages, (row) => headScore(heads, row) >= BLOCKS_AT[channel]);
  console.log(`  plain pages in other languages as ${channel}, first stage alone: blocked ${percent(blocked)} of ${pages.length}`);
}

const weights = readFileSync(new URL('../../models/guard-en/weights.bin', import.meta.url));
const injection = createInjectionDetector({ model: openAttackModel(weights) });
const blocks = (text: string, channel: Channel): boolean =>
  injection.inspect(part(text, channel)).some(({ score }) => score >= BLOCKS_AT[channel]);

console.log('\nshipped weights at the default thresholds (they have seen these rows)');
const isPlain = (row: Row): boolean => row.label === 'benign';
for (const channel of CHANNELS) {
  const own = rows.filter((row) => row.channel === channel);
  const of = (...labels: string[]): Row[] => own.filter((row) => labels.includes(row.label));
  const blocked = (list: readonly Row[]): string => percent(share(list, (row) => blocks(row.text, channel)));
  console.log(
    `  ${channel}: plain blocked ${blocked(own.filter(isPlain))}, hard blocked ${blocked(of('benign-hard'))}, attacks blocked ${blocked(of('injection', 'jailbreak'))}`,
  );
}

function substituted(text: string, alphabet: string): string {
  const letters = Array.from(alphabet);
  return text.toLowerCase().replaceAll(/[a-z]/g, (letter) => letters[letter.charCodeAt(0) - 97] ?? letter);
}

/** Reversible encodings of a text. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex'),
  url: (text) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'octal escapes': (text) => Array.from(Buffer.from(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'decimal codes': (text) => Array.from(Buffer.from(text), String).join(' '),
  'variation selectors': (text) =>
    `\u{1f642}${Array.from(Buffer.from(text), (byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join('')}`,
  'struck through': (text) => Array.from(text, (letter) => `${letter}\u0336`).join(''),
  'joined by capitals': (text) => text.replaceAll(/[^a-z ]+/gi, '').replaceAll(/ +([a-z]?)/gi, (_, letter: string) => letter.toUpperCase()),
  'base64 of a sentence with base64': (text) =>
    Buffer.from(`The text in base64 is as follows: ${Buffer.from(text).toString('base64')}`).toString('base64'),
  'hexadecimal of base64': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('hex'),
  'shifted by three': (text) => substituted(text, 'defghijklmnopqrstuvwxyzabc'),
  atbash: (text) => substituted(text, 'zyxwvutsrqponmlkjihgfedcba'),
  'upside down': (text) => Array.from(substituted(text, 'ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz')).toReversed().join(''),
  rot13: (text) =>
    text.replaceAll(/[a-zA-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + (letter.toLowerCase() < 'n' ? 13 : -13))),
  leet: (text) =>
    text.replaceAll(/[aeiost]/gi, (letter) => ({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' })[letter.toLowerCase()] ?? letter),
  'zero width': (text) => Array.from(text).join('\u200b'),
  homoglyphs: (text) => text.replaceAll(/[aeopcx]/g, (letter) => ({ a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х' })[letter] ?? letter),
  'full width': (text) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  'tag characters': (text) =>
    Array.from(text, (sign) => (sign < '\u0080' ? String.fromCodePoint(0xe0000 + sign.charCodeAt(0)) : sign)).join(''),
  'spread letters': (text) =>
    text
      .split(' ')
      .map((word) => Array.from(word).join(' '))
      .join('   '),
};
const english = rows.filter((row) => row.channel === 'user' && row.lang === 'en' && row.text.length < 400 && !/[^\n -~]/.test(row.text));
const attacks = english.filter((row) => row.tier === 'explicit' && row.label === 'injection' && blocks(row.text, 'user')).slice(0, 300);
const harmless = english.filter((row) => row.label === 'benign').slice(0, 300);

const model = (path: string): string => fileURLToPath(new URL(`../../models/${path}`, import.meta.url));
await using encoder = createOnnxAttackEncoder({
  model: 'guard-encoder',
  modelPath: model('guard-en/encoder.onnx'),
  wordsPath: model('guard-en/words.bin'),
  tokenizerPath: model('bge-small-en/tokenizer.json'),
  runtime: { provider: 'native', wasmPath: bunPlatform.assets.onnxWasm },
  workers: 1,
  queueLimit: 16,
  timeoutMs: 60_000,
});
const twice = createInjectionDetector({ model: openAttackModel(weights), second: { encoder, timeoutMs: 60_000 } });

/** How many of the rows are blocked in an encoding, by the first stage alone and by both. */
async function blockedIn(
  encode: (text: string) => string,
  list: readonly Row[],
): Promise<{ readonly first: number; readonly both: number }> {
  const blocked = { first: 0, both: 0 };
  for (const row of list) {
    const own = part(encode(row.text));
    const first = twice.inspect(own);
    const both = (await twice.secondStage?.doubtAbout(own)?.settle(new AbortController().signal)) ?? first;
    if (first.some(({ score }) => score >= BLOCKS_AT.user)) blocked.first += 1;
    if (both.some(({ score }) => score >= BLOCKS_AT.user)) blocked.both += 1;
  }
  return { first: blocked.first / list.length, both: blocked.both / list.length };
}

console.log(`\nencoded, first stage / both: of ${attacks.length} attacks caught in the plain, of ${harmless.length} harmless texts`);
for (const [name, encode] of Object.entries(ENCODINGS)) {
  const [caught, stopped] = [await blockedIn(encode, attacks), await blockedIn(encode, harmless)];
  const passed = `${percent(1 - stopped.first)} / ${percent(1 - stopped.both)}`;
  console.log(`  ${name}: caught ${percent(caught.first)} / ${percent(caught.both)}, passed ${passed}`);
}

interface Labelled {
  readonly text: string;
  readonly kind: string;
  readonly entities: readonly { readonly type: string; readonly group: string; readonly start: number; readonly end: number }[];
}

const labelled = gunzipSync(readFileSync(join(folder, 'pii.jsonl.gz')))
  .toString()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Labelled);
const personal = [createPersonalDataDetector({ isTelephone }), cardNumberDetector, emailAddressDetector];
for (const [group, detectors] of [
  ['pii', personal],
  ['secret', [secretsDetector]],
] as const) {
  let [right, wanted, found] = [0, 0, 0];
  const missed = new Map<string, number>();
  for (const { text, entities } of labelled) {
    const spans = detectors.flatMap((detector) => detector.inspect(part(text))).filter(({ category }) => category !== 'date_of_birth');
    const own = entities.filter((entity) => entity.group === group);
    wanted += own.length;
    found += spans.length;
    for (const entity of own) {
      if (spans.some(({ start, end }) => start === entity.start && end === entity.end)) right += 1;
      else missed.set(entity.type, (missed.get(entity.type) ?? 0) + 1);
    }
  }
  const negatives = labelled.filter(({ kind }) => kind === 'hard-negative');
  const touched = share(negatives, ({ text }) => detectors.some((detector) => detector.inspect(part(text)).length > 0));
  console.log(
    `\n${group}: exact F1 ${((2 * right) / (wanted + found)).toFixed(4)}, recall ${percent(right / wanted)}, hard negatives touched ${percent(touched)} of ${negatives.length}, missed ${JSON.stringify(Object.fromEntries(missed))}`,
  );
}

function time(
  text: string,
  rounds: number,
  detectors = [injection, ...personal, secretsDetector],
): { readonly p50: number; readonly p99: number } {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (const detector of detectors) detector.inspect(part(text, 'document'));
    took.push(performance.now() - start);
  }
  const ordered = took.toSorted((a, b) => a - b);
  return { p50: ordered[rounds >> 1] ?? 0, p99: ordered[Math.min(rounds - 1, Math.floor(rounds * 0.99))] ?? 0 };
}

const prose = rows
  .filter((row) => row.channel === 'document' && isPlain(row) && row.lang === 'en')
  .map(({ text }) => text)
  .join('\n')
  .slice(0, 40_000);
const show = ({ p50, p99 }: { readonly p50: number; readonly p99: number }): string => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
time(prose.slice(0, 1024), 500);
console.log(`\nlatency of every check: 1 KB ${show(time(prose.slice(0, 1024), 1000))}; 32 KB ${show(time(prose.slice(0, 32_768), 150))}`);
console.log(
  `the injection check alone: 1 KB ${show(time(prose.slice(0, 1024), 1000, [injection]))}; 32 KB ${show(time(prose.slice(0, 32_768), 150, [injection]))}`,
);

const MEGABYTE = 1_048_576;
const HOSTILE: Readonly<Record<string, string>> = {
  'one letter': 'a',
  digits: '1234 ',
  'base64 look-alikes': 'QUJD',
  'phrase starts': 'ignore all ',
  'combining marks': '\u0301',
  'key words': 'password: ',
  hyphens: '-----BEGIN ',
  escapes: '%41',
  colons: 'ab:',
  'at signs': 'a@a.',
};
for (const [name, unit] of Object.entries(HOSTILE)) {
  const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const half = time(text(MEGABYTE / 2), 3).p50;
  const whole = time(text(MEGABYTE), 3).p50;
  console.log(`  1 MB of ${name}: ${whole.toFixed(0)} ms, ${(whole / half).toFixed(1)} times half of it`);
}
