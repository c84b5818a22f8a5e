import { connect } from 'node:net';
import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BedrockStandIn, startBedrock } from '../../local/emulators/bedrock/bedrock.ts';

const CORE = 'stability.stable-image-core-v1:1';

let bedrock: BedrockStandIn;
let client: BedrockRuntimeClient;

beforeAll(async () => {
  bedrock = await startBedrock({ instant: true });
  client = new BedrockRuntimeClient({
    endpoint: bedrock.endpoint,
    region: 'us-west-2',
    credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
});

afterAll(async () => {
  client.destroy();
  await bedrock.close();
});

async function invoke(prompt: string, seed = 1): Promise<Record<string, unknown>> {
  const { body } = await client.send(
    new InvokeModelCommand({
      modelId: CORE,
      contentType: 'application/json',
      body: JSON.stringify({ prompt, seed }),
    }),
  );
  return JSON.parse(body.transformToString()) as Record<string, unknown>;
}

describe('over HTTP/1.1', () => {
  const url = (path: string) => `${bedrock.endpoint}${path}`;
  const route = `/model/${encodeURIComponent(CORE)}/invoke`;
  const signed = (service: string) =>
    `AWS4-HMAC-SHA256 Credential=K/20260101/us-west-2/${service}/aws4_request, SignedHeaders=host, Signature=0a1b`;
  const post = (path: string, headers: Record<string, string>) =>
    fetch(url(path), { method: 'POST', headers, body: JSON.stringify({ prompt: 'a castle' }) });

  it('answers with the same JSON', async () => {
    const response = await post(route, {
      authorization: signed('bedrock'),
      'content-type': 'application/json',
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toHaveProperty('images');
  });

  it.each([
    ['no signature', {}, 'MissingAuthenticationTokenException'],
    ['an API key', { authorization: 'Bearer key' }, 'IncompleteSignatureException'],
    ['a signature for S3', { authorization: signed('s3') }, 'InvalidSignatureException'],
  ])('refuses %s', async (_case, headers: Record<string, string>, type) => {
    const response = await post(route, { 'content-type': 'application/json', ...headers });

    expect(response.status).toBe(403);
    expect(response.headers.get('x-amzn-errortype')).toMatch(new RegExp(`^${type}:`));
    expect(await response.json()).toEqual({ message: expect.any(String) as string });
  });

  it.each(['/', '/model/x/converse', `${route}-with-response-stream`])(
    'knows nothing at %s',
    async (path) => {
      const response = await post(path, { authorization: signed('bedrock') });

      expect(response.status).toBe(404);
    },
  );

  it('survives a caller that hangs up in the middle of a request', async () => {
    const socket = connect(Number(new URL(bedrock.endpoint).port), '127.0.0.1');
    await new Promise<void>((resolve) => {
      socket.write(`POST ${route} HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{`, () => resolve());
    });
    socket.destroy();

    expect(await invoke('a castle')).toHaveProperty('images');
  });
});

it('answers 50 calls at once over one HTTP/2 connection', async () => {
  const seeds = Array.from({ length: 50 }, (_, nth) => nth + 1);

  const answers = await Promise.all(seeds.map((seed) => invoke(`[[slow:30]] castle ${seed}`, seed)));

  expect(answers.map((answer) => answer['seeds'])).toEqual(seeds.map((seed) => [seed]));
});
