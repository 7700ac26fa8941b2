import type { Foundation } from './foundation.ts';
import { startGuard } from './guard.ts';
import { fromThisHost } from './own-host.ts';
import type { PlatformConfig } from './platform-config.ts';
import type { Listening } from './platform.ts';
import { startReasoner } from './reasoner.ts';
import { startVoice } from './voice.ts';

/** The three services of one process, wired to each other. */
export interface Together {
  readonly foundation: Foundation;
  readonly voice: Listening;
  readonly reasoner: Listening;
  readonly guard: Listening;
}

/** Starts the reasoner, the guard in front of it, and the voice service in front of the guard. */
export async function startTogether(foundation: Foundation): Promise<Together> {
  const reasoner = await startReasoner(foundation);
  let voice: Listening | undefined;
  const guard = await startGuard(foundation, { reasonerUrl: reasoner.url, voiceUrl: () => voice?.url });
  voice = await startVoice(foundation, guard.url);
  return { foundation, voice, reasoner, guard };
}

/** What is printed once everything runs: the URLs, and three commands to try. */
export function welcome({
  foundation,
  ...services
}: Pick<Together, 'voice' | 'reasoner' | 'guard'> & {
  readonly foundation: { readonly config: Pick<PlatformConfig, 'apiKeys'> };
}): string {
  const voice = fromThisHost(services.voice.url);
  const reasoner = fromThisHost(services.reasoner.url);
  const guard = fromThisHost(services.guard.url);
  const key = foundation.config.apiKeys.length > 0 ? ` -H "Authorization: Bearer $PARLEY_KEY"` : '';
  const json = `-H 'Content-Type: application/json'`;
  const hint = key === '' ? '' : ' (set PARLEY_KEY to one of the keys in PLATFORM_API_KEYS first)';
  return `
Parley is running. Stop it with Ctrl-C.

  voice      ${voice}
  reasoner   ${reasoner}
  guard      ${guard}
  dashboard  ${guard}/dashboard

Say something, ask it aloud, and chat through the guard${hint}:

  curl -s ${voice}/v1/audio/speech${key} ${json} -d '{"model":"default","input":"What can you do?"}' -o question.wav

  curl -s ${voice}/v1/voice/turns${key} -F 'file=@question.wav;type=audio/wav' -F response_format=wav -o answer.wav -D -

  curl -s ${guard}/v1/chat/completions${key} ${json} -d '{"model":"parley","messages":[{"role":"user","content":"The guard listens on port 8801 and the voice service on 8803. Where does the guard listen?"}]}'
`;
}
