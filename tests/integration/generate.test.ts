import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generatedThumbnail } from '#contract/endpoints/generation-schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { addCreator, newCreator, type Creator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/cloud.ts';
import { expectInvariants } from './support/invariants.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { randomUUID } from 'node:crypto';
import { endDelays } from '../prove/generations.ts';
import { throttleModels } from '../support/cloud/fault-proxy.ts';

const SECRET_PROMPT = 'a-prompt-that-no-log-may-contain';

let cloud: EmbeddedCloud;
let logs: readonly string[];
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, logs } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await addCreator(cloud);
});

describe('a new account', () => {
  it('receives the welcome credits once', async () => {
    const signedUp = await newCreator(cloud);

    expect(await signedUp.credits()).toBe(3);
    expect(await inspector.ledger(signedUp.userId)).toMatchObject([{ entryId: 'welcome', amount: 3 }]);
  });
});

describe('a successful generation', () => {
  it('returns the URL of an image and costs one credit', async () => {
    const answer = await creator.generate('a castle at sunset');

    expect(answer.status).toBe(200);
    const { imageURL } = generatedThumbnail.parse(answer.body);
    const image = await fetch(imageURL);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await creator.credits()).toBe(2);
    await expectInvariants(inspector, creator.userId);
  });
});

it('The functions never log a prompt, an email address or a token', async () => {
  const user = await newCreator(cloud);
  await user.generate(SECRET_PROMPT, { negativePrompt: `${SECRET_PROMPT}-2` });
  await user.generate(`${SECRET_PROMPT} [[filter]]`);
  await user.generate(`${SECRET_PROMPT} [[error]]`);

  const log = logs.join('\n');
  expect(log).toContain('POST /api/generate-thumbnail');
  expect(log).not.toContain(SECRET_PROMPT);
  expect(log).not.toContain(user.email);
  expect(log).not.toContain(user.token.slice(0, 40));
});

it('A generation whose models are all busy waits in line, and its image arrives for one credit', async () => {
  const { cloud, proxy } = await shareCloud();
  const creator = await addCreator(cloud);
  const generationId = randomUUID();
  const read = async () => (await creator.get(`/api/thumbnails/${generationId}`)).body;

  const lane = proxy.follow([generationId], throttleModels);
  expect(await creator.generate(`a castle ${generationId}`, { generationId })).toMatchObject({
    status: 202,
    body: { generationId, status: 'waiting', ahead: 0, estimatedSeconds: 9 },
  });

  lane.end();
  endDelays(cloud, creator.userId);
  // Only the limit of the test ends this wait.
  await expect.poll(async () => (await read())['status'], { timeout: 60_000 }).toBe('succeeded');
  expect((await read())['url']).toMatch(/^http/);
  expect(await creator.credits()).toBe(WELCOME - 1);
});
