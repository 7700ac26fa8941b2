/**
 * What the guard costs and keeps, each figure beside its target: `bun scripts/bench/guard.ts [--parts
 * latency,long-input,hold-back,events,records] [--data FOLDER]`. Portkey's gateway, which the latency is compared with,
 * is installed into the user's cache on first use. What the detectors find is measured by guard-detection.ts.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { table } from '../../src/main/table.ts';
import { eventFigures } from './guard-events.ts';
import { rowsOf, type Figures } from './guard-figures.ts';
import { holdBackFigures } from './guard-hold-back.ts';
import { latencyFigures } from './guard-latency.ts';
import { longInputFigures } from './guard-long-input.ts';
import { recordFigures } from './guard-records.ts';
import { createProse, developmentRows } from './guard-texts.ts';

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: 'latency,long-input,hold-back,events,records' },
    data: { type: 'string', default: '../shared/guard-eval' },
  },
});
const rows = developmentRows(options.data);
const prose = createProse(rows);
const PARTS: Readonly<Record<string, () => Promise<Figures>>> = {
  latency: () => latencyFigures(prose),
  'long-input': () => longInputFigures(prose),
  'hold-back': () => holdBackFigures(rows),
  events: () => eventFigures(prose),
  records: () => recordFigures(rows, prose),
};

const [load = 0] = loadavg();
console.log(`${availableParallelism()} cores, load ${load.toFixed(1)} before the first part`);
let missed = 0;
for (const name of options.parts.split(',')) {
  const part = PARTS[name.trim()];
  if (part === undefined) throw new TypeError(`--parts: there is no ${name}; the parts are ${Object.keys(PARTS).join(', ')}`);
  const { heading, figures } = await part();
  missed += figures.filter(({ met }) => met === false).length;
  console.log(`\n${heading}\n\n${table(rowsOf(figures))}`);
}
console.log(missed === 0 ? '\nevery target met' : `\n${missed} targets missed`);
