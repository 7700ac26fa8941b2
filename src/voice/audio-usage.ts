import { rounded } from '../core/rounded.ts';

/** What a transcription used, as OpenAI counts it for whisper-1 (https://platform.openai.com/docs/api-reference/audio/json-object). */
export function audioUsage(durationInSeconds: number) {
  return { type: 'duration' as const, seconds: rounded(durationInSeconds) };
}
