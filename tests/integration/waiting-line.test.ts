import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addCreator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';

it('A generation whose models are all busy waits in line, and its image arrives for one credit', async () => {
  const { cloud } = await shareCloud();
  const creator = await addCreator(cloud);
  const generationId = randomUUID();
  const read = async () => (await creator.get(`/api/thumbnails/${generationId}`)).body;

  expect(await creator.generate(`a castle ${generationId} [[throttle:1]]`, { generationId })).toMatchObject({
    status: 202,
    body: { generationId, status: 'waiting', ahead: 0, estimatedSeconds: 9 },
  });

  await expect.poll(async () => (await read())['status'], { timeout: 20_000 }).toBe('succeeded');
  expect((await read())['url']).toMatch(/^http/);
  expect(await creator.credits()).toBe(WELCOME - 1);
});
