import { wholeSentences } from '../sentences.ts';

/** Cuts a text that is still being written into sentences, each as soon as it is certain where it ends. */
export interface SentenceStream {
  /** Takes the next piece of the text and returns the sentences that are complete with it, as they are written. */
  push(text: string): string[];
  /** The rest of the text, which is empty if there is none. */
  end(): string;
}

/** A sentence is complete once the next one has begun. Code between fences is not cut, because it is read as a whole. */
export function createSentenceStream(): SentenceStream {
  let open = '';
  return {
    push(text) {
      open += text;
      if (open.split('```').length % 2 === 0) return [];
      const sentences = wholeSentences(open);
      open = sentences.pop() ?? '';
      return sentences;
    },
    end() {
      const rest = open;
      open = '';
      return rest;
    },
  };
}
