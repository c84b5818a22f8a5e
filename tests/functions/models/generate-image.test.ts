import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, expect, it } from 'vitest';
import { generateImage } from '../../../functions/models/generate-image.ts';
import { removeBackground } from '../../../functions/models/stability.ts';
import { bedrock, cloudWorks, timedOut } from '../support/cloud.ts';
import { rawAnswer, stabilityAnswer } from '../support/models.ts';

const NO_IMAGE = rawAnswer('{"finish_reasons":["Inference error"]}');
const TARGETS = ['us-east-1', 'us-east-2', 'us-west-2'].map((region) => ({
  id: 'model',
  region,
  adapter: removeBackground(Buffer.from('image')),
}));
const generate = () => generateImage(TARGETS, { prompt: '', seed: 1 }, new AbortController().signal);
const countCalls = () => bedrock.commandCalls(InvokeModelCommand).length;

beforeEach(cloudWorks);

it.each([
  ['answers have no image', () => bedrock.on(InvokeModelCommand).resolves(NO_IMAGE)],
  ['responses are lost', () => bedrock.on(InvokeModelCommand).rejects(timedOut())],
])('pays two calls at most if their %s', async (_, prepare) => {
  prepare();

  await expect(generate()).rejects.toMatchObject({ code: 'model_unavailable', isCostly: true });

  expect(countCalls()).toBe(2);
});

it('falls over to another region after one answer without an image', async () => {
  bedrock.on(InvokeModelCommand).resolvesOnce(NO_IMAGE).resolves(stabilityAnswer());

  expect(await generate()).toMatchObject({ model: 'model' });
});

it('tries every region if each region refuses with an error, which is not paid', async () => {
  bedrock.on(InvokeModelCommand).rejects(Object.assign(new Error(), { name: 'AccessDeniedException' }));

  await expect(generate()).rejects.toMatchObject({ code: 'model_unavailable', isCostly: false });

  expect(countCalls()).toBe(3);
});
