import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { runBedrockForAll } from './bedrock-harness.ts';

const MODEL = 'us.amazon.nova-micro-v1:0';
const running = runBedrockForAll({ instant: true });

async function converse(text: string, { modelId = MODEL, region = 'us-west-2', maxTokens = 250 } = {}) {
  const { endpoint } = running();
  const client = new BedrockRuntimeClient({
    region,
    endpoint,
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
  const messages = [{ role: 'user' as const, content: [{ text }] }];
  const command = new ConverseCommand({ modelId, messages, inferenceConfig: { maxTokens } });
  const { stopReason, output, usage } = await client.send(command);
  client.destroy();
  return { stopReason, text: output?.message?.content?.[0]?.text, outputTokens: usage?.outputTokens };
}

it('Converse completes an idea, and the same idea always in the same way', async () => {
  const first = await converse('A castle.');

  expect(first).toMatchObject({
    stopReason: 'end_turn',
    text: expect.stringMatching(/^A castle, .+\.$/) as string,
  });
  expect(await converse('A castle.')).toEqual(first);
});

it('Converse injects the faults that the idea names, and cuts its answer off at the maximum of tokens', async () => {
  expect(await converse('[[filter]] a castle')).toMatchObject({
    stopReason: 'content_filtered',
    text: undefined,
  });
  await expect(converse('[[error]] a castle')).rejects.toMatchObject({ name: 'InternalServerException' });
  await expect(converse('[[inference-error]]')).rejects.toMatchObject({ name: 'ModelErrorException' });
  expect(await converse('A castle by the sea', { maxTokens: 3 })).toEqual({
    stopReason: 'max_tokens',
    text: 'A castle by ',
    outputTokens: 3,
  });
});

it('Converse answers the data of a sentence with JSON, and takes only the markers of the sentence as faults', async () => {
  const ask = (instruction: string) =>
    converse(JSON.stringify({ instruction, prompt: '[[error]] a castle', texts: [] }));

  expect((await ask('Make the flags red')).text).toBe('{"kind":"recolor","find":"flags","prompt":"red"}');
  expect((await ask('Make the flags red [[filter]]')).stopReason).toBe('content_filtered');
});

it.each([
  ['an unknown model', { modelId: 'us.amazon.nova-mega-v1:0' }, 'The provided model identifier is invalid.'],
  ['a region outside the profile', { region: 'eu-west-1' }, 'The provided model identifier is invalid.'],
  ['no room for an answer', { maxTokens: 0 }, 'at inferenceConfig.maxTokens'],
])('Converse rejects %s', async (_, options, message) => {
  await expect(converse('A castle', options)).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining(message) as string,
  });
});
