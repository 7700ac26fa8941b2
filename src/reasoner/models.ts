import { Elysia } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import { modelBody } from './wire.ts';

/** The model list: the one configured model. `created` is Unix time in seconds. */
export function models(modelId: string, created: number) {
  return new Elysia({ name: 'reasoner-models' })
    .get('/v1/models', () => ({ object: 'list', data: [modelBody(modelId, created)] }), {
      detail: { summary: 'The one configured model, as a list', tags: ['Models'] },
    })
    .get(
      '/v1/models/:model',
      ({ params }) => {
        if (params.model === modelId) return modelBody(modelId, created);
        throw new ServiceError('not_found', `The model ${JSON.stringify(params.model.slice(0, 100))} does not exist here.`, {
          param: 'model',
        });
      },
      { detail: { summary: 'One model', tags: ['Models'] } },
    );
}
