import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { listCutoutsResponse } from '#contract/endpoints/finishing-schemas.ts';
import { invokeEndpoint } from '../../api.ts';
import { createUser } from '../../users.ts';
import type { Operation } from '../trials.ts';

export const updateCutout: Operation = {
  name: 'update-cutout',
  calls: 4,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const { userId } = user;
    const id = randomUUID();
    const referenceId = await inspector.storeReferenceImage(userId, userId);
    await invokeEndpoint(cloud, user, 'createCutout', { body: { referenceId, userId, generationId: id } });
    const names = { name: 'shocked', person: 'me' };
    return {
      userId,
      async request() {
        return (
          (await invokeEndpoint(cloud, user, 'updateCutout', { params: { id }, body: names })).status === 200
        );
      },
      async check(isAnswered) {
        const { body } = await invokeEndpoint(cloud, user, 'listCutouts', {});
        const stored = listCutoutsResponse.parse(body).cutouts.map(({ name, person }) => ({ name, person }));
        return isAnswered && !isDeepStrictEqual(stored, [names])
          ? [`the cut-outs have ${JSON.stringify(stored)}`]
          : [];
      },
    };
  },
};
