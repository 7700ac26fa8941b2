import { ServiceError } from '../../core/errors.ts';

/**
 * Checks a BCP-47 tag (RFC 5646) against the languages a model knows, by its primary subtag: `en-GB` is
 * served by `en`. Throws `invalid_input` for a malformed tag or another language.
 */
export function checkLanguage(tag: string, languages: readonly string[]): void {
  const primary = primarySubtag(tag);
  if (primary === undefined) {
    throw new ServiceError('invalid_input', 'language must be a BCP-47 tag such as en or en-GB.', { param: 'language' });
  }
  if (!languages.includes(primary)) {
    throw new ServiceError('invalid_input', `The model does not know the language ${primary}; it knows ${languages.join(', ')}.`, {
      param: 'language',
    });
  }
}

function primarySubtag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]?.split('-')[0];
  } catch {
    return undefined;
  }
}
