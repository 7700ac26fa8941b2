import { readFile } from 'node:fs/promises';
import { isTelephone } from '../adapters/phone/is-telephone.ts';
import { openAttackModel, type AttackModel } from '../domain/guardrails/attack-model.ts';
import type { Assets } from './platform.ts';

/** What the built-in checks of guard and reasoner stand on beside their own code. */
export interface GuardChecks {
  readonly attackModel: AttackModel;
  readonly isTelephone: (number: string) => boolean;
}

/** Loads what ships with the built-in checks. */
export async function loadGuardChecks({ guardWeights }: Assets): Promise<GuardChecks> {
  return { attackModel: openAttackModel(new Uint8Array(await readFile(guardWeights))), isTelephone };
}
