import type { JsonObject } from '../../core/json.ts';

/** Log probabilities that wait until the text that they are of has been released. */
export interface HeldLogprobs {
  /** Takes a piece of text with those of its tokens. */
  take(text: string, logprobs?: readonly JsonObject[]): void;
  /** Those of all pieces that have been released to their end by now; none from the first text on that was not released as it came. */
  release(text: string): { readonly logprobs?: readonly JsonObject[] };
}

/** Keeps the tokens of a text back as long as the text is, and all of them once the text is changed: they would tell what it was. */
export function createHeldLogprobs(): HeldLogprobs {
  let pieces: { readonly text: string; readonly logprobs: readonly JsonObject[] }[] = [];
  /** Characters of the first piece that have been released. */
  let begun = 0;
  let isChanged = false;

  return {
    take(text, logprobs = []) {
      if (!isChanged) pieces.push({ text, logprobs });
    },
    release(text) {
      const waiting = pieces.map((piece) => piece.text).join('');
      if (!waiting.startsWith(text, begun)) {
        isChanged = true;
        pieces = [];
      }
      begun += text.length;
      const ended: JsonObject[] = [];
      for (let first = pieces[0]; first !== undefined && first.text.length <= begun; first = pieces[0]) {
        begun -= first.text.length;
        ended.push(...first.logprobs);
        pieces.shift();
      }
      return ended.length === 0 ? {} : { logprobs: ended };
    },
  };
}
