import { expect, it, vi } from 'vitest';
import { ConnectionError } from '../../../web/src/api/errors.ts';
import { request } from '../../../web/src/api/request.ts';
import { fakeFetch, refusal } from '../support/fake-api.ts';

vi.mock('../../../web/src/api/read-error.ts', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

it('reports a lost connection when the code that reads an error cannot be loaded', async () => {
  fakeFetch(() => refusal('insufficient_credits'));

  await expect(request('readCredits', {})).rejects.toBeInstanceOf(ConnectionError);
});
