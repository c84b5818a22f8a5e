import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { callsMade, dynamodb, resetCloud } from './support/cloud.ts';
import { call } from './support/event.ts';

it('a stage without a text model answers with 404 and calls no model', async () => {
  vi.stubEnv('PROMPT_MODEL', '');
  vi.resetModules();
  resetCloud();
  dynamodb.on(GetCommand).resolves({});
  const { handler } = await import('../../functions/improve-prompt.ts');

  const answer = await call(handler, { routeKey: 'POST /api/improve-prompt', body: { prompt: 'a castle' } });

  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(callsMade()).toEqual(['GetCommand']);
  vi.unstubAllEnvs();
});
