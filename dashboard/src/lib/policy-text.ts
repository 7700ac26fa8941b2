import type { Policy } from './api/guard-api.ts';

/** A policy as it is written, without what the guard adds: JSON of two spaces. */
export function policyText({ object, id, version, ...body }: Policy): string {
  void [object, id, version];
  return JSON.stringify(body, null, 2);
}

/** The policy that a text holds. Throws where it is no JSON. */
export function parsedPolicy(text: string): Record<string, never> {
  try {
    return JSON.parse(text) as Record<string, never>;
  } catch (error) {
    throw new Error(`The policy is not valid JSON: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}
