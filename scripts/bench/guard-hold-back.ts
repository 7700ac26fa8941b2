import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import type { GrowingPart } from '../../src/ports/guard.ts';
import type { Row } from '../train/guard/rows.ts';
import { milliseconds, percentile, type Figure, type Figures } from './guard-figures.ts';
import { shippedPipeline } from './guard-pipeline.ts';

/** The number of texts streamed, and the most characters of each. */
const TEXTS = 400;
const LENGTH = 3000;
/** Pieces as a model sends them: a few letters, with the space before them. */
const PIECE = /\s?[^\s]{1,5}|\s+/g;
/** Whole words and their punctuation: nothing that is held back by default, a number or a link, begins or goes on at the end of such a text. */
const SETTLED = /^[\p{L}\s.,;?'’"-]+[.,;?\s]$/u;
const SETTLED_LENGTH = 64;
const PART = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' } as const;
const ARGUMENTS = { ...PART, id: 'choices[0].message.tool_calls[0].function.arguments' } as const;

/** The default policy with every check of replies set to redact, so that all of them hold back. */
function strict(policy: Policy): Policy {
  return {
    ...policy,
    checks: policy.checks.map((check) => ({
      ...check,
      rules: check.rules.map((rule) =>
        rule.direction === 'output' ? { ...rule, steps: rule.steps.map((step) => ({ ...step, action: 'redact' as const })) } : rule,
      ),
    })),
  };
}

interface Held {
  /** Characters that were held back after each piece. */
  readonly characters: number[];
  /** The same after pieces that leave no possible finding open. */
  readonly settled: number[];
  /** Milliseconds that each piece took. */
  readonly took: number[];
}

async function stream(texts: readonly string[], policy: Policy, part: GrowingPart = PART): Promise<Held> {
  const pipeline = shippedPipeline(policy);
  const held: Held = { characters: [], settled: [], took: [] };
  for (const text of texts) {
    const check = pipeline.openOutput('bench');
    let [pushed, released] = [0, 0];
    for (const [piece] of text.matchAll(PIECE)) {
      const started = performance.now();
      released += (await check.push(part, piece)).length;
      held.took.push(performance.now() - started);
      pushed += piece.length;
      if (check.blocked) break;
      held.characters.push(pushed - released);
      if (pushed >= SETTLED_LENGTH && SETTLED.test(text.slice(pushed - SETTLED_LENGTH, pushed))) held.settled.push(pushed - released);
    }
    await check.end(part.id);
  }
  return held;
}

function figuresOf(name: string, { characters, took }: Held): Figure[] {
  const [half, most, worst] = [percentile(characters, 0.5), percentile(characters, 0.99), percentile(characters, 1)];
  const atOnce = characters.filter((count) => count === 0).length / characters.length;
  return [
    {
      name: `${name}: held back after a piece, p50, p99, worst`,
      value: `${half}, ${most}, ${worst} characters`,
      target: '<= 8, 64, 256',
      met: half <= 8 && most <= 64 && worst <= 256,
    },
    { name: '  pieces after which nothing is held back', value: `${(atOnce * 100).toFixed(1)} % of ${characters.length}` },
    {
      name: '  one piece takes, p50 and p99',
      value: `${milliseconds(percentile(took, 0.5))}, ${milliseconds(percentile(took, 0.99))}`,
    },
  ];
}

/** How much of a harmless streamed reply is held back. */
export async function holdBackFigures(rows: readonly Row[]): Promise<Figures> {
  const texts = rows
    .filter(({ label, text }) => label === 'benign' && text.length > 200)
    .slice(0, TEXTS)
    .map(({ text }) => text.slice(0, LENGTH));
  await stream(texts.slice(0, 20), DEFAULT_POLICY);
  const ordinary = await stream(texts, DEFAULT_POLICY);
  const open = percentile(ordinary.settled, 1);
  return {
    heading: `Hold-back: ${texts.length} harmless texts, streamed in pieces of up to six characters`,
    figures: [
      ...figuresOf('default policy', ordinary),
      {
        name: `  held back where nothing is open, worst of ${ordinary.settled.length} pieces`,
        value: `${open} characters`,
        target: '0',
        met: open === 0,
      },
      ...figuresOf('every check redacts', await stream(texts, strict(DEFAULT_POLICY))),
      ...figuresOf('default policy, in the arguments of a call', await stream(texts.map(asArguments), DEFAULT_POLICY, ARGUMENTS)),
      ...figuresOf(
        'every check redacts, in the arguments of a call',
        await stream(texts.map(asArguments), strict(DEFAULT_POLICY), ARGUMENTS),
      ),
    ],
  };
}

/** A text as the arguments of a call, with what is not ASCII as escapes. */
function asArguments(text: string): string {
  return JSON.stringify({ text }).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
