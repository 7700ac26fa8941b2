import { countMessageTokens, countTokens } from '../../core/count-tokens.ts';
import type { ChatRequest, LanguageModel } from '../../ports/language.ts';

/**
 * The tokens of a prompt as the model counts them; where it cannot tell, the words and punctuation marks of all texts that it gets, also
 * those of function calls, tools and the format. Images are not counted then.
 */
export async function inputTokens(
  { countTokens: count }: Pick<LanguageModel, 'countTokens'>,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<number> {
  if (count !== undefined) return count(request, { signal });
  const { messages, tools = [], responseFormat: format } = request;
  const rest = [
    ...messages.map(({ reasoning = '' }) => reasoning),
    ...messages.flatMap(({ toolCalls = [] }) => toolCalls.flatMap((call) => [call.name, call.arguments])),
    ...tools.flatMap(({ name, description = '', parameters = {} }) => [name, description, JSON.stringify(parameters)]),
    format?.type === 'json_schema' ? JSON.stringify(format.schema) : '',
  ];
  return countMessageTokens(messages) + rest.reduce((sum, text) => sum + countTokens(text), 0);
}
