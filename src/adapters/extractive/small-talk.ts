import { words } from './terms.ts';

/** What the model says about itself. */
export const CAPABILITIES =
  'I am the built-in extractive model of Parley. I answer questions with sentences from this conversation and from the texts you give me, ' +
  'I can sum up a text, and I make nothing up.';

/** The answer if no sentence is one; it is never used as a source. */
export const NOTHING =
  'I have nothing to answer that from. I am the built-in extractive model: I only quote this conversation and the texts in it. ' +
  'Give me a text that holds the answer, or connect a larger model with REASONER_MODEL=openai and REASONER_OPENAI_BASE_URL.';

/** The answer if nothing was asked. */
export const UNDERSTOOD = 'Understood. Ask me about it, and I will answer from this conversation.';

/** The answer to a request to forget something, which memory carries out. */
export const FORGETS =
  'Understood. If memory is on and this request names its user, what I remember of that is deleted. The words of this conversation stay in it.';

/** The answer to a request to forget of which it is not clear what. */
export const VAGUE =
  'I could not tell what to forget, so nothing is deleted. Say for example “Forget my locker code” or “Forget everything you know about me”.';

const GREETING = 'Hello. Ask me something about this conversation, or give me a text and ask about that.';
const WELCOME = 'You are welcome.';
const GOODBYE = 'Goodbye.';

const REPLIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:(?:hi|hello|hey|greetings|howdy|good (?:morning|afternoon|evening|day)|how are you(?: doing)?(?: today)?|there|parley) ?)+$/,
    GREETING,
  ],
  [
    /^(?:(?:ok|okay|great|good|many|thanks|thank you|thx|cheers|so|very|much|a lot) ?)*(?:thanks|thank you|thx|cheers)(?: (?:so|very|much|a lot|you))*$/,
    WELCOME,
  ],
  [/^(?:ok |okay )?(?:good ?bye|bye(?: bye)?|see you(?: later)?|good night)$/, GOODBYE],
  [
    /^(?:hi |hello |hey )?(?:help|help me|who are you|what are you|what is your name|introduce yourself|what (?:else )?(?:can|do) you do|what can i (?:ask|do)(?: you)?|how (?:can|do) you help(?: me)?|tell me (?:about yourself|what you can do|who you are))$/,
    CAPABILITIES,
  ],
];

/** The answer to a greeting, thanks, a farewell or a question about the model itself; undefined for anything else. */
export function smallTalk(message: string): string | undefined {
  // "what's your name" and "what is your name" are one question.
  const spoken = words(message.replaceAll(/\b(what|who)['’]?s\b/gi, '$1 is').replaceAll(/\byou['’]re\b/gi, 'you are'));
  if (spoken.length === 0 || spoken.length > 12) return undefined;
  const text = spoken.filter((word) => word !== 'please').join(' ');
  return REPLIES.find(([pattern]) => pattern.test(text))?.[1];
}

/** Whether a sentence is one of the model's own phrases, which are not answers when they recur in a conversation. */
export function isOwnPhrase(sentence: string): boolean {
  return [CAPABILITIES, NOTHING, UNDERSTOOD, FORGETS, VAGUE, GREETING, WELCOME, GOODBYE].some((phrase) => phrase.includes(sentence));
}
