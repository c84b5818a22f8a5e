import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { newCreator, type Creator } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';

// prove-users.test.ts shows that no invalid request takes a credit or causes an internal error.
const SECRET_PROMPT = 'a-prompt-that-no-log-may-contain';

let cloud: EmbeddedCloud;
let logs: readonly string[];
let creator: Creator;

beforeAll(async () => {
  ({ cloud, logs } = await shareCloud());
  creator = await newCreator(cloud);
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
