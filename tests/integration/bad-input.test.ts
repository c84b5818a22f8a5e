import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { startCloud } from './support/cloud.ts';
import { newCreator, request, type Creator } from './support/creator.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';

// What each refusal says. That none of them is a fault of ours, or charged for, is fuzz.test.ts's matter.
const SECRET_PROMPT = 'a-prompt-nobody-may-log';

let cloud: EmbeddedCloud;
let creator: Creator;
const lines: string[] = [];

beforeAll(async () => {
  cloud = await startCloud({ onLog: ({ text }) => lines.push(text) });
  creator = await newCreator(cloud);
});
afterAll(() => cloud.stop());

const generatePath = '/api/generate-thumbnail';

describe('a body that is refused', () => {
  type Body = (userId: string) => unknown;
  const bodies: [string, Body, number, string, string][] = [
    ['no prompt', (userId) => ({ userId }), 400, 'invalid_request', 'prompt'],
    ['an empty prompt', (userId) => ({ userId, prompt: '' }), 400, 'invalid_request', 'prompt'],
    ['a blank prompt', (userId) => ({ userId, prompt: ' \n\t ' }), 400, 'invalid_request', 'prompt'],
    [
      'a prompt too long',
      (userId) => ({ userId, prompt: 'x'.repeat(LIMITS.promptLength + 1) }),
      400,
      'invalid_request',
      'prompt',
    ],
    ['a prompt that is a number', (userId) => ({ userId, prompt: 7 }), 400, 'invalid_request', 'prompt'],
    ['a control character', (userId) => ({ userId, prompt: 'a\u0007' }), 400, 'invalid_request', 'prompt'],
    [
      'a negative prompt too long',
      (userId) => ({ userId, prompt: 'x', negativePrompt: 'y'.repeat(2_001) }),
      400,
      'invalid_request',
      'negativePrompt',
    ],
    ['no userId', () => ({ prompt: 'x' }), 400, 'invalid_request', 'userId'],
    ['a wrong userId', () => ({ prompt: 'x', userId: 'someone-else' }), 403, 'forbidden', 'own account'],
    [
      'an unknown model',
      (userId) => ({ userId, prompt: 'x', model: 'no-such-model' }),
      400,
      'invalid_request',
      'model',
    ],
    [
      'a malformed id',
      (userId) => ({ userId, prompt: 'x', generationId: 'not-a-uuid' }),
      400,
      'invalid_request',
      'generationId',
    ],
    ['a list', () => [], 400, 'invalid_request', 'JSON object'],
    [
      'a body over 64 KB',
      (userId) => ({ userId, prompt: 'x'.repeat(70_000) }),
      400,
      'invalid_request',
      '64 KB',
    ],
  ];

  it.each(bodies)('%s', async (_, body, status, code, sentence) => {
    const answer = await creator.post(generatePath, body(creator.userId));

    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body['error']).toContain(sentence);
  });

  it('is not JSON', async () => {
    const answer = await request(cloud.url + generatePath, creator.token, { method: 'POST', body: '{' });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body['error']).toContain('JSON');
  });

  it('leaves neither a charge nor a record', async () => {
    expect(await inspectCloud(cloud).thumbnails(creator.userId)).toEqual([]);
    expect(await inspectCloud(cloud).ledger(creator.userId)).toHaveLength(1);
  });
});

describe('a path or query that is refused', () => {
  it.each([
    ['/api/thumbnails/not-a-uuid', 400, 'invalid_request'],
    ['/api/thumbnails?limit=0', 400, 'invalid_request'],
    ['/api/thumbnails?limit=many', 400, 'invalid_request'],
    ['/api/thumbnails?cursor=bogus', 400, 'invalid_request'],
    ['/api/no-such-thing', 404, 'not_found'],
  ])('%s', async (path, status, code) => {
    expect(await creator.get(path)).toMatchObject({ status, body: { code } });
  });
});

describe('what the functions log', () => {
  it('never holds a prompt, an e-mail address or a token', async () => {
    await creator.generate(SECRET_PROMPT, { negativePrompt: `${SECRET_PROMPT}-2` });
    await creator.generate(`${SECRET_PROMPT} [[filter]]`);
    await creator.generate(`${SECRET_PROMPT} [[error]]`);

    const log = lines.join('\n');
    expect(log).toContain('POST /api/generate-thumbnail');
    expect(log).not.toContain(SECRET_PROMPT);
    expect(log).not.toContain(creator.email);
    expect(log).not.toContain(creator.token.slice(0, 40));
  });
});
