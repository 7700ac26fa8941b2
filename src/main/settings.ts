import type { Settings } from '../core/config.ts';
import { guardSettings } from '../guard/config.ts';
import { reasonerSettings } from '../reasoner/config.ts';
import { voiceSettings } from '../voice/config.ts';
import { platformSettings } from './platform-config.ts';

/** All settings tables by their owner. */
export const SETTINGS: Readonly<Record<string, Settings>> = {
  platform: platformSettings,
  voice: voiceSettings,
  reasoner: reasonerSettings,
  guard: guardSettings,
};
