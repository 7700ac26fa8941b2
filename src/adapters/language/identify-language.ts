/**
 * The language of a text as its ISO 639-1 code; undefined when it is not sure. By the n-grams of `eld`
 * (https://github.com/nitotm/efficient-language-detector-js), which are loaded with the first call.
 */
export async function identifyLanguage(text: string): Promise<string | undefined> {
  const { eld } = await import('eld/extrasmall');
  const found = eld.detect(text);
  return found.language !== '' && found.isReliable() ? found.language : undefined;
}
