import { t } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import type { HttpApp } from '../http/app.ts';
import type { VoiceParts } from './voice.ts';
import { ModelBody, ModelListBody, VoiceListBody } from './wire.ts';

/** GET /v1/models, GET /v1/models/{model} and GET /v1/audio/voices: the models and the voices. */
export function addListingRoutes(app: HttpApp, { deps }: VoiceParts): void {
  const { speechToText, textToSpeech, clock } = deps;
  const created = Math.floor(clock.now().getTime() / 1000);
  const models = [speechToText.model, textToSpeech.model];
  const modelBody = (id: string) => ({ id, object: 'model' as const, created, owned_by: 'parley' });

  app.get(
    '/v1/models',
    () => ({
      object: 'list' as const,
      data: models.map(modelBody),
    }),
    { response: { 200: ModelListBody }, detail: { summary: 'The speech-to-text and the text-to-speech model', tags: ['audio'] } },
  );

  app.get(
    '/v1/models/:model',
    ({ params: { model: id } }) => {
      if (models.includes(id)) return modelBody(id);
      throw new ServiceError('not_found', `The model ${JSON.stringify(id.slice(0, 100))} does not exist here.`, { param: 'model' });
    },
    {
      params: t.Object({ model: t.String() }),
      response: { 200: ModelBody },
      detail: { summary: 'One model', tags: ['audio'] },
    },
  );

  app.get('/v1/audio/voices', () => ({ object: 'list' as const, data: textToSpeech.voices.map((voice) => ({ ...voice })) }), {
    response: { 200: VoiceListBody },
    detail: { summary: 'The voices that speech can be synthesized with', tags: ['audio'] },
  });
}
