import { Type } from '@sinclair/typebox';
import { ActionBody, ChannelBody, ModeBody } from '../wire-enums.ts';
import { ShadowBody, WouldBe } from '../wire.ts';

/** The body of POST /requests/{rid}/replay: empty, or the policy to use instead of those in force. */
export const ReplayBody = Type.Object(
  {
    policy: Type.Optional(
      Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
        description: 'Name of a policy in force, or a whole policy to try. By default the policy that would check this request now.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A finding of one of the two runs; `part` names the text, and offsets in it are UTF-16 code units. */
const ReplayFindingBody = Type.Object({
  detector: Type.String(),
  category: Type.String(),
  part: Type.String(),
  start: Type.Integer(),
  end: Type.Integer(),
  score: Type.Number(),
  threshold: Type.Number(),
  action: ActionBody,
  shadow: ShadowBody,
});

/** The result of one run. */
const ReplayRunBody = Type.Object({
  verdict: ActionBody,
  policy: Type.String({ description: 'Policy and version, such as `default@3`; `preview@0` for one that is not stored.' }),
  mode: ModeBody,
  would_be: WouldBe,
  findings: Type.Array(ReplayFindingBody),
  not_scanned: Type.Integer({ description: 'Checks that did not run, by part.' }),
  latency_ms: Type.Number(),
});

/** The answer of POST /requests/{rid}/replay. */
export const ReplayAnswerBody = Type.Object({
  object: Type.Literal('guard.replay'),
  request_id: Type.String(),
  before: ReplayRunBody,
  after: ReplayRunBody,
  changed: Type.Boolean({ description: 'Whether the verdict, the mode, the findings or the actions of rules in shadow differ.' }),
  findings: Type.Object({
    added: Type.Array(ReplayFindingBody, { description: 'Found now but not then, or then with another action.' }),
    removed: Type.Array(ReplayFindingBody, { description: 'Found then but not now, or now with another action.' }),
  }),
});

/** A text of a captured request with its findings. Redacted values are placeholders; offsets refer to the text as shown here. */
const CapturedPartBody = Type.Object({
  id: Type.String(),
  role: Type.String(),
  channel: ChannelBody,
  text: Type.String(),
  findings: Type.Array(Type.Omit(ReplayFindingBody, ['part'])),
});

/**
 * The answer of GET /requests/{rid}/content. `state` is `stored`, `unreadable` (captured, but `reason` says why it cannot be read) or
 * `absent` (not captured, and `reason` says why).
 */
export const RequestContentBody = Type.Object({
  object: Type.Literal('guard.request_content'),
  request_id: Type.String(),
  state: Type.Union([Type.Literal('stored'), Type.Literal('unreadable'), Type.Literal('absent')]),
  reason: Type.Union([Type.String(), Type.Null()]),
  parts: Type.Array(CapturedPartBody),
  unscanned: Type.Array(Type.Object({ id: Type.String(), role: Type.String(), reason: Type.String() })),
  output: Type.Union([Type.String(), Type.Null()], {
    description: 'First characters of the reply the client received, findings redacted; only with output capture on.',
  }),
});
