import { expect, it } from 'vitest';
import { request } from '../support/cloud/creator.ts';
import { shareCloud } from './support/cloud.ts';

it.each([
  ['finish', { status: 200, body: { received: true } }],
  ['/thumbnails/1', { status: 400, body: { code: 'invalid_request' } }],
])('the report of an error on the page %s is answered without a sign-in', async (page, expected) => {
  const { cloud } = await shareCloud();
  const report = { code: 'render', page, version: 'Ab3_-x9Z', browser: 'safari' };

  const answer = await request(`${cloud.url}/api/page-errors`, undefined, {
    method: 'POST',
    body: JSON.stringify(report),
  });

  expect(answer).toMatchObject(expected);
});
