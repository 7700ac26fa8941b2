/** How one model of a process does, read from its Prometheus figures. */
export interface EngineFigures {
  readonly model: string;
  readonly provider: string;
  /** Figures by name, without `parley_engine_`. */
  readonly figures: Readonly<Record<string, number>>;
}

const LINE = /^parley_engine_(\w+)\{([^}]*)\} (\S+)$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The models of the text that GET /metrics answers (Prometheus exposition format 0.0.4). */
export function engineFigures(text: string): readonly EngineFigures[] {
  const found = new Map<string, { provider: string; figures: Record<string, number> }>();
  for (const [, name = '', labels = '', value = ''] of text.matchAll(LINE)) {
    const given = Object.fromEntries([...labels.matchAll(LABEL)].map(([, label = '', content = '']) => [label, content]));
    const model = given['model'];
    if (model === undefined || !Number.isFinite(Number(value))) continue;
    const engine = found.get(model) ?? { provider: given['provider'] ?? '', figures: {} };
    engine.figures[name] = Number(value);
    found.set(model, engine);
  }
  return [...found].map(([model, engine]) => ({ model, ...engine }));
}
