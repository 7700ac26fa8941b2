import { Elysia, t } from 'elysia';
import { MODEL_ANSWER, MODELS_ANSWER } from './graph-documents.ts';
import { checkModelName } from './model-name.ts';
import { modelBody } from './wire.ts';

/** The model list: the one configured model. `created` is Unix time in seconds. */
export function models(modelId: string, created: number) {
  return new Elysia({ name: 'reasoner-models' })
    .get('/v1/models', () => ({ object: 'list', data: [modelBody(modelId, created)] }), {
      detail: { summary: 'The one configured model, as a list', tags: ['Models'], responses: MODELS_ANSWER },
    })
    .get(
      '/v1/models/:model',
      ({ params }) => {
        checkModelName(params.model, modelId);
        return modelBody(modelId, created);
      },
      { params: t.Object({ model: t.String() }), detail: { summary: 'One model', tags: ['Models'], responses: MODEL_ANSWER } },
    );
}
