import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { addCreator, type Creator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';

let cloud: EmbeddedCloud;
beforeAll(async () => {
  ({ cloud } = await shareCloud());
});

const read = (creator: Creator, id: string) => creator.get(`/api/thumbnails/${id}`);

async function waitFor(creator: Creator, id: string, status: string) {
  await expect.poll(async () => (await read(creator, id)).body['status'], { timeout: 20_000 }).toBe(status);
}

/** Starts a generation whose models are busy for so many seconds. */
async function startWaiting(creator: Creator, seconds: number) {
  const generationId = randomUUID();
  const prompt = `a castle ${generationId} [[throttle:${seconds}]]`;
  const answer = await creator.generate(prompt, { generationId });
  return { generationId, prompt, answer };
}

describe('a generation whose models are all busy', () => {
  it('waits in line, and its image arrives for one credit', async () => {
    const creator = await addCreator(cloud);

    const { generationId, answer } = await startWaiting(creator, 1);

    expect(answer).toMatchObject({
      status: 202,
      body: { generationId, status: 'waiting', ahead: 0, estimatedSeconds: 9 },
    });
    await waitFor(creator, generationId, 'succeeded');
    expect((await read(creator, generationId)).body['url']).toMatch(/^http/);
    expect(await creator.credits()).toBe(WELCOME - 1);
  });

  it('is counted in front of the ones that joined later, and gives its place up when it is canceled', async () => {
    const creator = await addCreator(cloud);
    const first = await startWaiting(creator, 600);
    const second = await startWaiting(creator, 600);

    expect(second.answer).toMatchObject({ status: 202 });
    // A repeated request answers like the first one.
    const { generationId, prompt } = second;
    // While a worker tries the first one, it is not counted.
    await expect
      .poll(async () => (await read(creator, generationId)).body, { timeout: 20_000 })
      .toMatchObject({ status: 'waiting', ahead: 1, estimatedSeconds: 9 });
    expect(await creator.generate(prompt, { generationId })).toMatchObject({ status: 202 });

    const cancel = (id: string) => creator.post(`/api/thumbnails/${id}/cancel`, {});
    // While a worker tries it, it cannot be canceled.
    await expect.poll(async () => (await cancel(first.generationId)).status, { timeout: 10_000 }).toBe(200);
    expect(await cancel(first.generationId)).toMatchObject({ status: 200, body: { canceled: true } });
    await expect.poll(async () => (await cancel(generationId)).status, { timeout: 10_000 }).toBe(200);
    expect((await read(creator, generationId)).body).toMatchObject({
      status: 'failed',
      code: 'generation_canceled',
      charge: 'refunded',
    });
    expect(await creator.generate(prompt, { generationId })).toMatchObject({
      status: 409,
      body: { code: 'generation_canceled' },
    });
    expect(await creator.credits()).toBe(WELCOME);
  });

  it('does not wait for a quota that does not return', async () => {
    const creator = await addCreator(cloud);

    expect(await creator.generate('a castle [[throttle]]')).toMatchObject({
      status: 503,
      body: { code: 'model_unavailable' },
    });
    expect(await creator.credits()).toBe(WELCOME);
  });
});
