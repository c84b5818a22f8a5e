import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { newCreator, request, type Creator } from './support/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';

// prove-users.test.ts shows that no invalid request takes a credit or causes an internal error. These tests show the
// error messages.
const GENERATE = '/api/generate-thumbnail';
const SECRET_PROMPT = 'a-prompt-that-no-log-may-contain';

let cloud: EmbeddedCloud;
let logs: readonly string[];
let creator: Creator;

beforeAll(async () => {
  ({ cloud, logs } = await shareCloud());
  creator = await newCreator(cloud);
});

describe('generate-thumbnail', () => {
  it.each<[string, object, string]>([
    ['no prompt', { prompt: undefined }, 'prompt'],
    ['a blank prompt', { prompt: ' \n\t ' }, 'prompt'],
    ['a negative prompt that is too long', { negativePrompt: 'y'.repeat(2_001) }, 'negativePrompt'],
    ['an unknown model', { model: 'no-such-model' }, 'model'],
    ['a body over 64 KB', { prompt: 'x'.repeat(70_000) }, '64 KB'],
  ])('refuses %s with 400 and names the problem', async (_, fields, problem) => {
    const answer = await creator.post(GENERATE, { prompt: 'x', userId: creator.userId, ...fields });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body['error']).toContain(problem);
  });

  it('refuses the userId of another user with 403', async () => {
    const answer = await creator.post(GENERATE, { prompt: 'x', userId: 'someone-else' });

    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(answer.body['error']).toContain('own account');
  });

  it.each([
    ['a list', '[]', 'JSON object'],
    ['text that is not JSON', '{', 'JSON'],
  ])('refuses %s as a body with 400', async (_, body, problem) => {
    const answer = await request(cloud.url + GENERATE, creator.token, { method: 'POST', body });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body['error']).toContain(problem);
  });
});

describe('reference-images', () => {
  it.each<[string, object, string]>([
    ['no size', { bytes: undefined }, 'bytes must be a whole number'],
    ['a size as text', { bytes: '1' }, 'bytes must be a whole number'],
    ['a size over 2 MB', { bytes: LIMITS.referenceBytes + 1 }, 'bytes must be at most 2000000'],
    ['a PNG', { contentType: 'image/png' }, 'contentType must be image/jpeg'],
  ])('refuses %s with 400 and names the problem', async (_, fields, error) => {
    const answer = await creator.post('/api/reference-images', {
      contentType: 'image/jpeg',
      bytes: 1,
      ...fields,
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', error } });
  });
});

describe('the API', () => {
  it.each([
    ['/api/thumbnails/not-a-uuid', 400, 'invalid_request'],
    ['/api/thumbnails?limit=0', 400, 'invalid_request'],
    ['/api/thumbnails?cursor=bogus', 400, 'invalid_request'],
    ['/api/no-such-thing', 404, 'not_found'],
  ])('refuses %s with %i', async (path, status, code) => {
    expect(await creator.get(path)).toMatchObject({ status, body: { code } });
  });

  it('never logs a prompt, an email address or a token', async () => {
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
});
