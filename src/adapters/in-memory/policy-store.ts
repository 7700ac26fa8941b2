import type { PolicyStore, StoredPolicy } from '../../ports/policy-store.ts';

/** Policies in memory, for tests. */
export function createInMemoryPolicyStore(): PolicyStore {
  const kept = new Map<string, StoredPolicy[]>();
  const deleted = new Set<string>();
  return {
    losses: 0,
    async latest() {
      const live = [...kept].filter(([id]) => !deleted.has(id)).flatMap(([, versions]) => versions.slice(-1));
      return live.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    },
    async put(policy) {
      const versions = kept.get(policy.id) ?? [];
      if (versions.some(({ version }) => version === policy.version)) return false;
      kept.set(
        policy.id,
        [...versions, policy].toSorted((one, other) => one.version - other.version),
      );
      deleted.delete(policy.id);
      return true;
    },
    async versions(id, limit) {
      return (kept.get(id) ?? []).toReversed().slice(0, limit);
    },
    async delete(id, ended, ifVersion) {
      const last = kept.get(id)?.at(-1);
      if (last === undefined || deleted.has(id) || (ifVersion ?? last.version) !== last.version) return false;
      deleted.add(id);
      kept.set(id, [...(kept.get(id) ?? []).slice(0, -1), { ...last, ended }]);
      return true;
    },
  };
}
