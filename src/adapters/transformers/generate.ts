import { ServiceError } from '../../core/errors.ts';
import type { LoadedLibrary, Library } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { GenerateRun } from './protocol.ts';
import { createStopStrings } from './stop-strings.ts';

type Tokenizer = Awaited<ReturnType<Library['AutoTokenizer']['from_pretrained']>>;

/** A causal language model with a chat template. Each part of an answer is a piece of its text. */
export async function openGenerator({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'generate'>> {
  const tokenizer = await library.AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const model = await library.AutoModelForCausalLM.from_pretrained(folder, options);
  const { model_type: architecture = '', max_position_embeddings: longest = Infinity } = model.config as {
    model_type?: string;
    max_position_embeddings?: number;
  };
  return {
    architecture,
    async run(request, { signal, part }) {
      const inputs = tokenizer(promptOf(tokenizer, request), { add_special_tokens: false }) as { input_ids: { dims: number[] } };
      const promptTokens = inputs.input_ids.dims.at(-1) ?? 0;
      if (request.maxTokens === 0) return { reason: 'length', promptTokens, completionTokens: 0 };
      const room = longest - promptTokens;
      if (room < 1) {
        throw new ServiceError('invalid_input', `The messages are ${promptTokens} tokens long; the model reads ${longest}.`, {
          param: 'messages',
        });
      }
      const maxTokens = Math.min(request.maxTokens, room);
      const stops = createStopStrings(request.stop);
      const stopping = new library.InterruptableStoppingCriteria();
      const interrupt = (): void => stopping.interrupt();
      const give = (text: string): void => {
        if (text !== '') part(text);
      };
      let completionTokens = 0;
      const streamer = new library.TextStreamer(tokenizer, {
        skip_prompt: true,
        skip_special_tokens: true,
        token_callback_function: (tokens) => {
          completionTokens += tokens.length;
        },
        callback_function: (text) => {
          give(stops.push(text));
          if (stops.stopped) interrupt();
        },
      });
      signal.addEventListener('abort', interrupt, { once: true });
      if (request.seed !== undefined) library.random.seed(request.seed);
      try {
        const output = await model.generate({
          ...inputs,
          max_new_tokens: maxTokens,
          ...samplingOf(request),
          streamer,
          stopping_criteria: stopping,
        });
        give(stops.end());
        const whole = !stops.stopped && completionTokens >= maxTokens && !endsItself(output, model.generation_config);
        return { reason: whole ? 'length' : 'stop', promptTokens, completionTokens };
      } finally {
        signal.removeEventListener('abort', interrupt);
      }
    },
  };
}

function promptOf(tokenizer: Tokenizer, { messages }: GenerateRun): string {
  const chat = messages.map(({ role, content }) => ({ role: templateRole(role), content }));
  try {
    return tokenizer.apply_chat_template(chat, { tokenize: false, add_generation_prompt: true });
  } catch (cause) {
    throw new ServiceError('invalid_input', "The model's chat template does not take these messages.", { param: 'messages', cause });
  }
}

/** The chat templates of open models know three roles. */
function templateRole(role: string): string {
  if (role === 'developer') return 'system';
  return role === 'tool' ? 'user' : role;
}

/** Without sampling options the model's own defaults apply; a temperature of 0 means greedy decoding. */
function samplingOf({ temperature, topP, seed }: GenerateRun): Record<string, unknown> {
  if (temperature === 0) return { do_sample: false };
  if (temperature === undefined && topP === undefined && seed === undefined) return {};
  return { do_sample: true, ...(temperature === undefined ? {} : { temperature }), ...(topP === undefined ? {} : { top_p: topP }) };
}

function endsItself(output: unknown, generation: unknown): boolean {
  const { data } = output as { data: BigInt64Array };
  const { eos_token_id: ends = [] } = (generation ?? {}) as { eos_token_id?: number | number[] };
  return [ends].flat().includes(Number(data.at(-1)));
}
