import { several } from './draws.ts';
import { capital, fill as filled, withArticles } from './fill.ts';
import type { Random } from './random.ts';

/** Fills the places of a template. */
export type Say = (template: string) => string;

/** How often another word is drawn where one stands in the template already. */
const TRIES = 6;

/** The filled template; places of one name get different words where there are enough, and `a` becomes `an` before a vowel. */
export function fillDistinct(template: string, lists: Readonly<Record<string, readonly string[]>>, random: Random): string {
  const taken = new Set<string>();
  const text = template.replaceAll(/\{([\p{L}\d]+)\}/gu, (_, name: string) => {
    let word = random.pick(lists[name] ?? ['']);
    for (let left = TRIES; left > 0 && word.length > 2 && taken.has(word); left -= 1) word = random.pick(lists[name] ?? ['']);
    taken.add(word);
    return filled(word, lists, random);
  });
  return withArticles(text);
}

/** From `least` to `most` lines, none of them of a template that the text has used; steps and facts of the trade may come again and again. */
export function linesOf(list: readonly string[], least: number, most: number, say: Say, random: Random, used: Set<string>): string[] {
  const drawn = several(
    least,
    most,
    () => {
      const template = random.pick(list);
      return template === '{step}' || template === '{fact}' ? say(template) : template;
    },
    random,
  );
  const fresh = drawn.filter((template) => !used.has(template));
  for (const template of fresh) used.add(template);
  return fresh.map((template) => capital(say(template)));
}

/** Lines as a list with a mark before each, with numbers, or as they are. */
export function listed(lines: readonly string[], mark: string): string {
  if (mark === '') return lines.join(' ');
  return lines.map((line, index) => (mark === '1' ? `${index + 1}. ${line}` : `${mark}${line}`)).join('\n');
}
