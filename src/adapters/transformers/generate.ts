import { readFile } from 'node:fs/promises';
import type { DynamicCache, Tensor, TextStreamer } from '@huggingface/transformers';
import { ServiceError } from '../../core/errors.ts';
import type { ChatRequest } from '../../ports/language.ts';
import { createGuideMaker, type AnswerGuide, type AnswerRules } from './answer-guide.ts';
import { readChatTemplate, writeChatPrompt, type ChatPrompt } from './chat-prompt.ts';
import { createTokenChooser, type Sampling } from './choose-token.ts';
import { createGeneratedAnswer } from './generated-answer.ts';
import { createKeptPrefixes } from './kept-prefix.ts';
import type { LoadedLibrary, Library } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';
import { readVocabulary } from './vocabulary.ts';

type Tokenizer = Awaited<ReturnType<Library['AutoTokenizer']['from_pretrained']>>;

/** What of a model's generation_config.json is used here; the library applies the rest. */
interface GenerationDefaults {
  readonly eos_token_id?: number | readonly number[];
  readonly do_sample?: boolean;
  readonly temperature?: number | null;
  readonly top_k?: number | null;
  readonly top_p?: number | null;
}

interface ModelOutput {
  readonly past_key_values: InstanceType<typeof DynamicCache>;
}

/** A causal language model with a chat template. */
export async function openGenerator({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'generate'>> {
  const tokenizer = await library.AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const model = await library.AutoModelForCausalLM.from_pretrained(folder, options);
  const { model_type: architecture = '', max_position_embeddings: longest = Infinity } = model.config as {
    model_type?: string;
    max_position_embeddings?: number;
  };
  const defaults = (model.generation_config ?? {}) as GenerationDefaults;
  const ends = [defaults.eos_token_id ?? []].flat();
  const guideFor = createGuideMaker(() => readVocabulary(folder), ends);
  const kept = createKeptPrefixes(library);
  let guide: AnswerGuide | undefined;
  // The library chooses tokens as soon as it has the logits: what may be chosen has to be known by then.
  const forward = model.forward.bind(model);
  model.forward = async (inputs) => {
    const outputs: unknown = await forward(inputs);
    await guide?.ready;
    return outputs;
  };
  const controls = new Set(tokenizer.all_special_ids);
  const template = readChatTemplate(await templateOf(tokenizer, folder), tokenizer.all_special_tokens, (messages, more) =>
    tokenizer.apply_chat_template([...messages], { ...more, tokenize: false, add_generation_prompt: true }),
  );
  const decode = (tokens: readonly number[]): string =>
    tokenizer.decode([...tokens], { skip_special_tokens: false, clean_up_tokenization_spaces: false });

  return {
    architecture,
    async run({ request, maxTokens: most, owner, keptTokens }, { signal, part }) {
      const prompt = writeChatPrompt(template, request);
      const inputs = tokenizer(prompt.text, { add_special_tokens: false }) as { readonly input_ids: Tensor };
      const tokens = Array.from(inputs.input_ids.data as BigInt64Array, Number);
      const promptTokens = tokens.length;
      if (most === 0) return { reason: 'length', usage: { promptTokens, completionTokens: 0 } };
      const room = longest - promptTokens;
      if (room < 1) {
        throw new ServiceError('invalid_input', `The messages are ${promptTokens} tokens long; the model reads ${longest}.`, {
          param: 'messages',
        });
      }
      const { random, InterruptableStoppingCriteria } = library;
      const stopping = new InterruptableStoppingCriteria();
      const interrupt = (): void => stopping.interrupt();
      signal.addEventListener('abort', interrupt, { once: true });
      guide = await guideFor(rulesOf(request, prompt));
      const generator = new random.Random(request.seed);
      const choose = createTokenChooser(samplingOf(request, defaults), () => generator.random());
      const answer = createGeneratedAnswer({ request, prompt, decode, controls, choose, guide, part });
      const reuse = kept.take(owner, tokens);
      let isEnded = false;
      try {
        const { past_key_values: cache } = (await model.generate({
          ...inputs,
          ...(reuse === undefined ? {} : { past_key_values: reuse.cache }),
          return_dict_in_generate: true,
          max_new_tokens: Math.min(most, room),
          // The choice is made here: the library's own takes no account of top_p and the penalties.
          do_sample: false,
          logits_processor: chooser(library, (logits) => answer.choose(logits)),
          stopping_criteria: stopping,
          streamer: tokenStreamer(library, (token) => {
            tokens.push(token);
            isEnded = ends.includes(token);
            if (!isEnded) answer.take(token);
            if (answer.isDone) interrupt();
          }),
        })) as ModelOutput;
        kept.keep(owner, tokens, cache, keptTokens);
      } finally {
        signal.removeEventListener('abort', interrupt);
        guide?.[Symbol.dispose]();
        guide = undefined;
      }
      const isCut = !isEnded && !answer.isDone;
      answer.end(isCut);
      const { reasoningTokens, hasCalls } = answer;
      return {
        reason: isCut ? 'length' : hasCalls ? 'tool_calls' : 'stop',
        usage: {
          promptTokens,
          completionTokens: tokens.length - promptTokens,
          cachedTokens: reuse?.tokens ?? 0,
          ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
        },
      };
    },
  };
}

/** Leaves the library only the token to choose that `choose` has chosen. */
function chooser({ LogitsProcessor, LogitsProcessorList }: Library, choose: (logits: Float32Array) => number) {
  class Chooser extends LogitsProcessor {
    override _call(_tokens: bigint[][], logits: Tensor): Tensor {
      const row = logits.data as Float32Array;
      const token = choose(row);
      row.fill(-Infinity);
      row[token] = 0;
      return logits;
    }
  }
  const list = new LogitsProcessorList();
  list.push(new Chooser());
  return list;
}

/** Passes on the tokens behind the prompt, which the library puts first. */
function tokenStreamer({ BaseStreamer }: Library, take: (token: number) => void): TextStreamer {
  class TokenStreamer extends BaseStreamer {
    private isPrompt = true;
    override put([tokens = []]: bigint[][]): void {
      if (!this.isPrompt) for (const token of tokens) take(Number(token));
      this.isPrompt = false;
    }
    override end(): void {
      // Nothing is held back here.
    }
  }
  // Its type is narrower than what the library calls.
  return new TokenStreamer() as unknown as TextStreamer;
}

function rulesOf(
  { tools = [], toolChoice = 'auto', parallelToolCalls = true, responseFormat }: ChatRequest,
  { calls }: ChatPrompt,
): AnswerRules {
  return {
    ...(responseFormat === undefined ? {} : { format: responseFormat }),
    ...(calls === undefined ? {} : { calls: { format: calls, tools, choice: toolChoice, isParallel: parallelToolCalls } }),
  };
}

/** Without sampling options the model's own defaults apply; a temperature of 0 takes the likeliest token. */
function samplingOf(request: ChatRequest, defaults: GenerationDefaults): Sampling {
  const { temperature, topP, seed, presencePenalty = 0, frequencyPenalty = 0, logitBias = {} } = request;
  const isSampled = defaults.do_sample === true || temperature !== undefined || topP !== undefined || seed !== undefined;
  return {
    temperature: isSampled ? (temperature ?? defaults.temperature ?? 1) : 0,
    topK: defaults.top_k ?? 0,
    topP: topP ?? defaults.top_p ?? 1,
    presencePenalty,
    frequencyPenalty,
    bias: logitBias,
  };
}

/** The text of a model's chat templates. The library does not find one that has a file of its own. */
async function templateOf(tokenizer: Tokenizer, folder: string): Promise<string> {
  tokenizer.chat_template ??= await readFile(`${folder}/chat_template.jinja`, 'utf8').catch(() => null);
  const template = tokenizer.chat_template as string | Readonly<Record<string, string>> | null;
  if (template === null) throw new ServiceError('provider_unavailable', 'The model has no chat template, so that it answers no messages.');
  return typeof template === 'string' ? template : Object.values(template).join('\n');
}
