import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SiteClient } from '../../infra/commands/site-client.ts';
import { SMOKE_CHECKS } from '../../infra/commands/smoke.ts';
import { runSmokeChecks, type SmokeContext } from '../../infra/commands/smoke/check.ts';
import type { StageAccess } from '../../infra/commands/stage-access.ts';
import {
  breakAnswers,
  withBody,
  withHeader,
  withStatus,
  type Answer,
  shareStage,
} from './support/temporary-users.ts';

let access: StageAccess;
let context: SmokeContext;

beforeAll(async () => {
  access = await shareStage();
  const { SiteUrl: origin = '', UserPoolId: poolId = '' } = access.outputs;
  context = { access, poolId, site: new SiteClient(origin), users: [] };
  const results = await runSmokeChecks(SMOKE_CHECKS, context, new AbortController().signal);
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => vi.unstubAllEnvs());

/** Runs one check with what a healthy run found. */
async function runCheck(name: string, changes: Partial<SmokeContext> = {}) {
  const checks = SMOKE_CHECKS.filter((check) => check.name === name);
  const [result] = await runSmokeChecks(checks, { ...context, ...changes }, new AbortController().signal);
  return result;
}

describe('a smoke check', () => {
  const someone = { userId: randomUUID(), generationId: randomUUID() };
  const faults: [check: string, what: string, pattern: RegExp, answer: Answer, message: string][] = [
    ['pages', 'a page is missing', /^GET \/auth$/, withStatus(403), '/auth answered 403.'],
    ['settings', 'the settings are missing', /config\.json/, withStatus(403), 'is missing or incomplete'],
    [
      'settings',
      'the settings name another pool',
      /config\.json/,
      async (forward) =>
        Response.json({ ...((await (await forward()).json()) as object), userPoolId: 'other' }),
      '/config.json names another user pool than the stack.',
    ],
    [
      'security headers',
      'a page may be framed',
      /^GET \/$/,
      withHeader('x-frame-options', () => ''),
      '/ has no header x-frame-options.',
    ],
    [
      'content security policy',
      'there is no policy',
      /^GET \/$/,
      withHeader('content-security-policy', () => ''),
      "default-src is not 'none'.",
    ],
    [
      'content security policy',
      'foreign scripts are allowed',
      /^GET \/$/,
      withHeader('content-security-policy', (policy) =>
        policy.replace("script-src 'self'", 'script-src https:'),
      ),
      "script-src is not 'self'.",
    ],
    [
      'content security policy',
      'inline styles are allowed',
      /^GET \/$/,
      withHeader('content-security-policy', (policy) => `${policy}; style-src-attr 'unsafe-inline'`),
      "The policy allows 'unsafe-inline'.",
    ],
    ['calls without a token', 'the API is open', /credits$/, withBody({}), 'It must answer 401.'],
    ['credits', 'the balance is wrong', /credits$/, withBody({ credits: 5 }), 'is 5 credits instead of 0.'],
    [
      'generation',
      'the model fails',
      /^POST/,
      withStatus(503),
      'POST /api/generate-thumbnail answered 503 internal (request r-1).',
    ],
    [
      'generation',
      'a waiting generation fails',
      /^GET \/api\/thumbnails\//,
      withBody({ status: 'failed', code: 'model_unavailable' }),
      'The generation failed: model_unavailable.',
    ],
    ['image', 'the image is not one', /\.png$/, withBody({}), 'answered 200 without a PNG.'],
    [
      'image',
      'browsers do not keep it',
      /\.png$/,
      withHeader('cache-control', () => 'no-store'),
      'with no-store.',
    ],
    ['unsigned image', 'the bucket is public', /\.png$/, withBody({}), 'answered 200 without a signature.'],
    ['list', 'the list is empty', /thumbnails$/, withBody({ thumbnails: [] }), 'exactly the new image'],
    ['another user', 'images are public', /^GET \/api\/thumbnails\//, withBody({}), 'It must answer 404.'],
    ['another user', 'credits are public', /^POST/, withBody(someone), 'It must answer 403.'],
    ['forged webhook', 'signatures are not verified', /webhook$/, withBody({}), 'was answered with 200.'],
    ['checkout', 'Stripe fails', /checkout$/, withStatus(500), 'answered 500 internal'],
    [
      'checkout',
      'the address is not of Stripe',
      /checkout$/,
      withBody({ checkoutUrl: 'https://checkout.stripe.com.example/' }),
      "The address is not Stripe's page.",
    ],
  ];

  it.each(faults)('"%s" fails when %s', async (name, _what, pattern, answer, message) => {
    breakAnswers(pattern, answer);
    expect(await runCheck(name)).toMatchObject({
      status: 'FAIL',
      message: expect.stringContaining(message) as string,
    });
  });

  it('"generation" waits while the generation is in line', async () => {
    const statuses = ['waiting', 'pending'];
    breakAnswers(/^GET \/api\/(thumbnails\/|credits)/, (forward, { url }) => {
      // The payment of the first run left credits.
      if (url.endsWith('/credits')) return Response.json({ credits: 0 });
      const status = statuses.shift();
      return status === undefined ? forward() : Response.json({ status });
    });

    const result = await runCheck('generation');

    expect({ statuses, result }).toMatchObject({ statuses: [], result: { status: 'ok' } });
  });

  it('"sign-in" fails when Cognito refuses the sign-in', async () => {
    const config = context.config && { ...context.config, userPoolClientId: 'another' };

    const result = await runCheck('sign-in', config && { config });

    expect(result).toMatchObject({ status: 'FAIL', message: 'The check failed: ResourceNotFoundException.' });
  });

  it('"access token" fails when Cognito refuses the token for another reason than its scope', async () => {
    const creator = context.creator && { ...context.creator, accessToken: 'nothing' };

    expect(await runCheck('access token', creator && { creator })).toMatchObject({
      status: 'FAIL',
      message: 'Cognito answered an access token NotAuthorizedException: Invalid Access Token.',
    });
  });

  it('"payment" is skipped on a deployed stage, with the reason', async () => {
    const result = await runCheck('payment', { access: { ...access, stage: 'dev' } });

    expect(result).toMatchObject({
      status: 'skip',
      message: expect.stringContaining("Stripe's API") as string,
    });
  });
});
