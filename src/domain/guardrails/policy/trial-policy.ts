import type { Decision, GuardPipeline, OutputCheck, StreamedCalls } from '../../../ports/guard.ts';

/**
 * Runs a shadow policy beside a pipeline on the same requests and replies. Decisions are those of the pipeline, with the shadow
 * policy's decision in `trial`; nothing the trial does, including failing, affects them.
 */
export function withTrialPolicy(own: GuardPipeline, trial: GuardPipeline): GuardPipeline {
  return {
    readsConversation: own.readsConversation === true || trial.readsConversation === true,
    ...(own.plant === undefined ? {} : { plant: (body) => own.plant?.(body) ?? body }),
    async evaluate(input, options) {
      // The trial gets no placeholders: nothing that it redacts reaches the model.
      const { placeholderFor: _, ...others } = options;
      const [decision, tried] = await Promise.all([own.evaluate(input, options), unlessFailed(trial.evaluate(input, others))]);
      return withTried(decision, tried);
    },
    openOutput(requestId, conversation, options) {
      return onTrial(own.openOutput(requestId, conversation, options), trial.openOutput(requestId, conversation, options));
    },
  };
}

function onTrial(own: OutputCheck, trial: OutputCheck): OutputCheck {
  const both = async <T>(done: Promise<T>, tried: Promise<unknown>): Promise<T> => {
    const [left] = await Promise.all([done, unlessFailed(tried)]);
    return left;
  };
  const calls = bothCalls(own.calls, trial.calls);
  return {
    get blocked() {
      return own.blocked;
    },
    push: (part, delta) => both(own.push(part, delta), trial.push(part, delta)),
    end: (id) => both(own.end(id), trial.end(id)),
    held: (id) => own.held(id),
    read: (part, text, options) => both(own.read(part, text, options), trial.read(part, text, options)),
    note(part) {
      own.note(part);
      trial.note(part);
    },
    ...(calls === undefined ? {} : { calls }),
    async decide() {
      const [decision, tried] = await Promise.all([own.decide(), unlessFailed(trial.decide())]);
      return withTried(decision, tried);
    },
  };
}

/** The trial's rules watch calls that the enforced rules hold back or let pass. */
function bothCalls(own: StreamedCalls | undefined, trial: StreamedCalls | undefined): StreamedCalls | undefined {
  if (trial === undefined) return own;
  return {
    onlyWatches: own?.onlyWatches ?? true,
    treatment(tool) {
      const treatment = own?.treatment(tool) ?? 'pass';
      return treatment === 'pass' && trial.treatment(tool) !== 'pass' ? 'watch' : treatment;
    },
    complete(call) {
      if (trial.treatment(call.tool) !== 'pass') trial.complete(call);
      return own === undefined || own.treatment(call.tool) === 'pass' || own.complete(call);
    },
  };
}

function withTried(decision: Decision, trial: Decision | undefined): Decision {
  return trial === undefined ? decision : { ...decision, trial };
}

function unlessFailed<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch(() => undefined);
}
