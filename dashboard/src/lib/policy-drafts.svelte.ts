import { SvelteMap } from 'svelte/reactivity';
import type { Policy } from './api/guard-api.ts';
import { policyText } from './policy-text.ts';

/** A policy as it is being edited, and the version that the edit is based on. */
export interface PolicyDraft {
  readonly text: string;
  readonly version: number;
}

/** Drafts by the id of their policy. They outlast the page: neither another page nor signing in again may lose them. */
export const drafts = new SvelteMap<string, PolicyDraft>();

/** Keeps what a policy is edited to; what is as it is stored is no draft. */
export function keepDraft(policy: Policy, text: string): void {
  const version = drafts.get(policy.id)?.version ?? policy.version;
  if (version === policy.version && text === policyText(policy)) drafts.delete(policy.id);
  else drafts.set(policy.id, { text, version });
}
