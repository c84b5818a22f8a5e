import { beforeEach, expect, it } from 'vitest';
import { ApiError, ConnectionError, UserFacingError } from '../../../web/src/api/errors.ts';
import { NOT_STARTED } from '../../../web/src/generations/generation.ts';
import type { ImageGeneration } from '../../../web/src/generations/generation.ts';
import { dispatch, generations } from '../../../web/src/generations/generations.ts';
import { nextId, retryImage } from '../../../web/src/generations/retry-image.ts';
import { fakeFetch } from '../support/fake-api.ts';
import { ADA, signIn } from '../support/site.tsx';

const ID = '0b0e7c9e-58f5-4ab1-8a3e-7a4f3a0f9f11';

beforeEach(() => signIn());

it.each([
  ['a refusal at once', new ApiError('insufficient_credits'), ID],
  ['too many requests', new ApiError('too_many_requests'), ID],
  ['the refusal of a firewall', new ApiError('forbidden'), ID],
  ['code that did not load', new UserFacingError('The connection was lost', 'none'), ID],
  ['a request that did not arrive', NOT_STARTED, ID],
  ['a lost connection', new ConnectionError(), ID],
  ['a refund', new ApiError('model_unavailable', { charge: 'refunded' }), nextId(ID)],
  ['a credit that returns', new ApiError('internal', { charge: 'returning' }), nextId(ID)],
  ['a deleted image', new ApiError('not_found'), nextId(ID)],
  ['a cancellation', new ApiError('generation_canceled'), nextId(ID)],
])('an image is asked for again under a free id after %s', (_, error, id) => {
  fakeFetch(() => new Promise(() => undefined));
  const failed: ImageGeneration = {
    ...{ id: ID, kind: 'image', userId: ADA.id, batchId: 'set', setId: 'set', startedAt: 1 },
    end: { error },
  };
  dispatch({ type: 'begun', generations: [failed] });
  retryImage(failed);

  const running = [...generations.get().all.values()].filter(({ end }) => end === undefined);
  expect(running.map((each) => each.id)).toEqual([id]);
});
