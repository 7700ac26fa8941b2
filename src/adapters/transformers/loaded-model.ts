import type { RunContext } from '../../core/serve-pool.ts';
import type { GeneratedPart, TransformersResults, TransformersRun, TransformersTask } from './protocol.ts';

/** A model in a worker's memory, for one task. */
export interface LoadedModel<Task extends TransformersTask> {
  readonly architecture: string;
  readonly labels?: readonly string[];
  readonly translates?: boolean;
  run(request: Extract<TransformersRun, { readonly task: Task }>, context: RunContext<GeneratedPart>): Promise<TransformersResults[Task]>;
}
