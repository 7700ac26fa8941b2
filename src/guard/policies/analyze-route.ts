import { Type, type Static } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { timeLimit } from '../../core/abort.ts';
import { atOnce } from '../../core/at-once.ts';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import { rounded } from '../../core/rounded.ts';
import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import { INJECTION_DETECTOR } from '../../domain/guardrails/detectors/injection.ts';
import { redact } from '../../domain/guardrails/redaction/redact.ts';
import { readJson, type HttpDeps } from '../../http/app.ts';
import { failing } from '../../http/documentation.ts';
import type { Decision, EvaluateOptions, GuardPipeline } from '../../ports/guard.ts';
import type { GuardSettings } from '../config.ts';
import { readBody } from '../read-body.ts';
import { ActionBody, ChannelBody, DirectionBody } from '../wire-enums.ts';
import { ShadowBody, shadowToWire, WouldBe } from '../wire.ts';
import type { Policies } from './policies.ts';
import { requestedPolicy } from './requested-policy.ts';

const MAX_INPUTS = 256;

/** Rounds to six decimals, which still tells scores near 0 and 1 apart. */
const exact = (score: number): number => Math.round(score * 1e6) / 1e6;

const AnalyzeBody = Type.Object({
  inputs: Type.Array(
    Type.Object({
      text: Type.String(),
      channel: Type.Optional(ChannelBody),
      direction: Type.Optional(DirectionBody),
    }),
    { minItems: 1, maxItems: MAX_INPUTS },
  ),
  policy: Type.Optional(
    Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
      description: 'Name of a policy in force, or a whole policy to try; by default `default`.',
    }),
  ),
  thorough: Type.Optional(
    Type.Boolean({
      description:
        'Also runs the encoder on texts that the first stage is sure about, which takes some milliseconds each and makes scores more precise but changes no verdict. By default true; with false, checking takes as long as for a chat.',
    }),
  ),
});

const AnalyzeAnswer = Type.Object({
  object: Type.Literal('guard.analysis'),
  results: Type.Array(
    Type.Object({
      verdict: ActionBody,
      would_be: WouldBe,
      policy: Type.String(),
      scores: Type.Record(Type.String(), Type.Number(), {
        description:
          'The highest score of each category found. If the policy checks for attacks, also `injection` and `jailbreak`, which always have the same score: how much the whole text looks like an attack of either kind.',
      }),
      findings: Type.Array(
        Type.Object({
          detector: Type.String(),
          category: Type.String(),
          score: Type.Number(),
          threshold: Type.Number(),
          start: Type.Integer({ description: 'Offsets are UTF-16 code units.' }),
          end: Type.Integer(),
          action: ActionBody,
          shadow: ShadowBody,
        }),
      ),
      redacted: Type.String({ description: 'The text as it would be forwarded.' }),
      not_scanned: Type.Array(Type.Object({ detector: Type.String(), reason: Type.String() })),
    }),
  ),
});

export interface AnalyzeDeps {
  readonly http: HttpDeps;
  readonly settings: GuardSettings;
  readonly policies: Policies;
  /** Texts that are checked at the same time; 1 when absent. */
  readonly textsAtOnce?: number | undefined;
}

/** POST /v1/analyze: checks texts without calling an upstream. Nothing is recorded. */
export function analyzeRoute({ http, settings, policies, textsAtOnce = 1 }: AnalyzeDeps) {
  return new Elysia({ name: 'parley-guard-analyze' }).post(
    '/v1/analyze',
    async ({ request, set }) => {
      const body = await readJson(request, http.maxBodyBytes);
      const { inputs, policy = 'default', thorough = true } = readBody(AnalyzeBody, body);
      const pipeline = requestedPolicy(policies, policy);
      const requestId = set.headers[REQUEST_ID_HEADER] ?? '';
      const results = await atOnce(textsAtOnce, inputs, async (input) => {
        using limit = timeLimit(settings.checkTimeoutMs, request.signal);
        const decision = await decide(pipeline, requestId, input, { signal: limit.signal, thorough });
        // The event loop gets a turn between texts.
        await yieldToEventLoop();
        request.signal.throwIfAborted();
        return resultOf(decision, input.text);
      });
      return Response.json({ object: 'guard.analysis', results });
    },
    {
      parse: 'none',
      response: { 200: AnalyzeAnswer },
      detail: {
        tags: ['Policies'],
        ...failing('not_found'),
        summary: `Check up to ${MAX_INPUTS} texts without an upstream`,
        requestBody: { required: true, content: { 'application/json': { schema: AnalyzeBody as never } } },
      },
    },
  );
}

type Input = Static<typeof AnalyzeBody>['inputs'][number];

function decide(
  pipeline: GuardPipeline,
  requestId: string,
  { text, channel = 'user', direction = 'input' }: Input,
  options: EvaluateOptions,
): Promise<Decision> {
  const role = channel === 'tool' ? 'tool' : direction === 'output' ? 'assistant' : 'user';
  return pipeline.evaluate({ requestId, direction, parts: [{ id: 'text', role, channel, text }], unscanned: [] }, options);
}

function resultOf({ verdict, wouldBe, findings, rewrites, checks, policy }: Decision, text: string) {
  const scores: Record<string, number> = {};
  for (const { detector, outcome, score } of checks) {
    if (detector === INJECTION_DETECTOR && outcome === 'scanned') scores['injection'] = scores['jailbreak'] = exact(score);
  }
  for (const { category, score } of findings) scores[category] = Math.max(scores[category] ?? 0, rounded(score));
  const touched = findings.filter(({ action }) => action === 'redact');
  return {
    verdict,
    would_be: wouldBe ?? null,
    policy,
    scores,
    findings: findings.map((finding) => {
      const { detector, category, score, threshold, start, end, action } = finding;
      return { detector, category, score: rounded(score), threshold, start, end, action, ...shadowToWire(finding) };
    }),
    redacted: rewrites[0]?.text ?? redact(text, touched),
    not_scanned: checks.filter(({ outcome }) => outcome === 'not_scanned').map(({ detector, reason = '' }) => ({ detector, reason })),
  };
}
