import type { Decision, GuardPipeline } from '../../ports/guard.ts';

/** What may be passed on after one more piece of output. `decision` is absent when there was nothing new to judge. */
export interface ScanStep {
  readonly text: string;
  readonly blocked: boolean;
  readonly decision?: Decision;
}

/** Judges a growing output piece by piece. After a step that is blocked nothing more may be passed on. */
export interface OutputScan {
  /** Everything the model wrote so far, held back or not. */
  readonly seen: string;
  add(text: string): Promise<ScanStep>;
  /** Judges what is still held back: nothing follows. */
  end(): Promise<ScanStep>;
}

/** When this many UTF-16 units were judged, all but the newest CONTEXT of them are left behind, so that cost stays linear. */
const WINDOW = 4096;
/** Judged text that stays in sight, so that a finding sees what came before it. */
const CONTEXT = 512;

/** The place of the output in the payload, as findings name it. */
const OUTPUT_PART = 'choices[0].message.content';

/**
 * Judges a growing output with the guard. Each step evaluates the releasable text together with what was
 * released shortly before, so that a finding sees its surroundings, and passes on only what is new.
 */
export function createOutputScan(guard: GuardPipeline, options: { readonly requestId: string; readonly signal: AbortSignal }): OutputScan {
  const { requestId, signal } = options;
  /** Output before the window. */
  let before = '';
  /** Output from the window's start on. */
  let recent = '';
  /** How much of `recent` was judged, and what it became (longer or shorter when redacted). */
  let judged = 0;
  let passedOn = '';

  const judge = async (text: string): Promise<{ readonly decision: Decision; readonly clean: string }> => {
    const parts = [{ id: OUTPUT_PART, role: 'assistant', channel: 'user', text }] as const;
    const decision = await guard.evaluate({ requestId, direction: 'output', parts, unscanned: [] }, { signal });
    const rewrite = decision.verdict === 'redact' ? decision.rewrites.find((candidate) => candidate.part === OUTPUT_PART) : undefined;
    return { decision, clean: rewrite?.text ?? text };
  };

  const release = async (upTo: number): Promise<ScanStep> => {
    if (upTo <= judged) return { text: '', blocked: false };
    const { decision, clean } = await judge(recent.slice(0, upTo));
    // Text that was passed on cannot be taken back: a guard that now wants it otherwise ends the answer.
    if (decision.verdict === 'block' || !clean.startsWith(passedOn)) return { text: '', blocked: true, decision };
    const fresh = clean.slice(passedOn.length);
    judged = upTo;
    passedOn = clean;
    if (judged > WINDOW) await leaveBehind(judged - CONTEXT);
    return { text: fresh, blocked: false, decision };
  };

  const leaveBehind = async (length: number): Promise<void> => {
    before += recent.slice(0, length);
    recent = recent.slice(length);
    judged -= length;
    passedOn = (await judge(recent.slice(0, judged))).clean;
  };

  return {
    get seen() {
      return before + recent;
    },
    add(text) {
      recent += text;
      return release(Math.min(guard.releasable(recent), recent.length));
    },
    end: () => release(recent.length),
  };
}
