import type { HttpApp } from '../http/app.ts';
import type { VoiceParts } from './voice.ts';
import { ModelListBody, VoiceListBody } from './wire.ts';

/** GET /v1/models and GET /v1/audio/voices: the models and the voices. */
export function addListingRoutes(app: HttpApp, { deps }: VoiceParts): void {
  const { speechToText, textToSpeech, clock } = deps;
  const created = Math.floor(clock.now().getTime() / 1000);

  app.get(
    '/v1/models',
    () => ({
      object: 'list' as const,
      data: [speechToText.model, textToSpeech.model].map((id) => ({ id, object: 'model' as const, created, owned_by: 'parley' })),
    }),
    { response: { 200: ModelListBody }, detail: { summary: 'The speech-to-text and the text-to-speech model', tags: ['audio'] } },
  );

  app.get('/v1/audio/voices', () => ({ object: 'list' as const, data: textToSpeech.voices.map((voice) => ({ ...voice })) }), {
    response: { 200: VoiceListBody },
    detail: { summary: 'The voices that speech can be synthesized with', tags: ['audio'] },
  });
}
