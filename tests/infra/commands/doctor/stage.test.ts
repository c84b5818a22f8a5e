import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PACK_IDS, type PackPrices } from '#contract/packs.ts';
import { openStripeAccount } from '../../../../infra/commands/doctor/stripe-account.ts';
import { awsError, listCalls, mockAws, resetAws } from '../../support/aws.ts';
import { NOT_DEPLOYED, runCheck, testCheck } from '../../support/doctor.ts';
import { LEGAL } from '../../support/stages.ts';

const DEPLOY = 'Run: npm run deploy -- --stage try';

const FROM = { fromAddress: 'no-reply@example.com' };
const settings = { ses: FROM };
const keepsData = { settings: { keepData: true } };
const COGNITO_SENDS = 'Cognito sends the e-mails: at most 50 a day for the account.';
/** The domain of the sender is verified in every region, and no other identity exists. */
const IDENTITIES = {
  GetEmailIdentity: ({ input }: { input: Record<string, unknown> }) =>
    input['EmailIdentity'] === 'example.com'
      ? { VerifiedForSendingStatus: true }
      : awsError('NotFoundException'),
};
testCheck(
  'mail sender',
  {
    'accepts the verified domain': [{ settings }, "ok The sender's identity is verified in us-west-2."],
    "asks in the identity's own region": [
      { settings: { ses: { ...FROM, region: 'eu-west-1' } } },
      "ok The sender's identity is verified in eu-west-1.",
    ],
    'accepts a user pool in another region of Cognito with its own identity': [
      { settings: { region: 'eu-west-2', ses: { ...FROM, region: 'eu-west-2' } } },
      "ok The sender's identity is verified in eu-west-2.",
    ],
    'fails for a region that Cognito cannot send from': [
      { settings: { region: 'eu-west-2', ses: { ...FROM, region: 'eu-central-1' } } },
      'FAIL Cognito in eu-west-2 cannot send with SES in eu-central-1. -> …',
    ],
    'fails for an address that does not exist, without printing it': [
      { settings: { ses: { ...FROM, identity: 'address' } } },
      "FAIL The sender's identity does not exist in SES in us-west-2. -> …",
    ],
    'fails for an identity that is not verified': [
      { settings, aws: { GetEmailIdentity: { VerificationStatus: 'PENDING' } } },
      "FAIL The sender's identity is not verified in SES in us-west-2 (PENDING). -> …",
    ],
    'fails for a subdomain whose parent is verified, and names the setting that uses the parent': [
      { settings: { ses: { fromAddress: 'no-reply@mail.example.com' } } },
      "FAIL The sender's identity does not exist in SES in us-west-2, but the parent domain example.com is verified. -> Set ses.identity: 'example.com' in infra/stages/try.ts.",
    ],
    'accepts a parent domain that the settings name': [
      { settings: { ses: { fromAddress: 'no-reply@mail.example.com', identity: 'example.com' } } },
      "ok The sender's identity is verified in us-west-2.",
    ],
    'does not apply to a stage without SES': [{}],
    'requires SES of a stage that keeps its data': [
      keepsData,
      `FAIL ${COGNITO_SENDS} -> Verify a domain in Amazon SES, and set ses in infra/stages/try.ts. For a trial without SES, use a stage without keepData.`,
    ],
  },
  IDENTITIES,
);

const PRODUCTION = { ProductionAccessEnabled: true, SendingEnabled: true };
testCheck(
  'mail',
  {
    'accepts production access': [{ settings }, 'ok SES in us-west-2 has production access.'],
    'fails in the sandbox': [
      { settings, aws: { GetAccount: { ...PRODUCTION, ProductionAccessEnabled: false } } },
      'FAIL SES in us-west-2 is in the sandbox: it sends only to verified addresses. -> …',
    ],
    'fails for an account that may not send': [
      { settings, aws: { GetAccount: { ...PRODUCTION, SendingEnabled: false } } },
      'FAIL SES in us-west-2 has paused sending for the account. -> …',
    ],
    'says that Cognito sends without SES': [{}, `ok ${COGNITO_SENDS}`],
    'leaves a missing sender to the other check': [keepsData],
  },
  { GetAccount: PRODUCTION },
);

testCheck('legal', {
  'does not apply to a stage for a trial': [{}],
  'warns about a stage that keeps its data': [
    keepsData,
    'warn The site names no seller, terms, privacy policy or refund policy, and no address for support. -> …',
  ],
  'names the seller': [
    { settings: { keepData: true, legal: LEGAL } },
    'ok The site names Example Ltd, the terms, the privacy policy and the refund policy.',
  ],
});

const ARN = 'arn:aws:secretsmanager:::secret';
const storeSecret = (value: object) => ({
  GetSecretValue: ({ input }: { input: Record<string, unknown> }) =>
    input['SecretId'] === ARN
      ? { SecretString: JSON.stringify(value) }
      : awsError('ResourceNotFoundException'),
});
const withYoutube = {
  settings: { youtubeApiKey: true },
  outputs: () => Promise.resolve({ YoutubeSecretArn: ARN }),
};

const STYLE = {
  id: 'us.stability.stable-image-style-guide-v1:0',
  service: 'style' as const,
  regions: ['us-west-2'],
  label: 'Style',
  cost: 2,
};

testCheck('YouTube key', {
  'accepts a key without printing it': [
    { ...withYoutube, aws: storeSecret({ apiKey: 'AIza1' }) },
    'ok The secret has a key.',
  ],
  'warns of a secret without a key': [
    { ...withYoutube, aws: storeSecret({ apiKey: '', unused: 'x' }) },
    `warn The secret has no key: links to channels by their handle do not work. -> Write {"apiKey":"KEY"} into a file, run: aws secretsmanager put-secret-value --secret-id ${ARN} --secret-string file://key.json, and delete the file.`,
  ],
  'recommends a key to a stage whose creators can use links': [
    { settings: { services: [STYLE] } },
    'warn The stage has no key of the YouTube Data API: links to channels by their handle (youtube.com/@name) do not work. -> Create a key, set youtubeApiKey in infra/stages/try.ts, and deploy: see "Look up channels by their handle" in docs/deploy.md.',
  ],
  'does not apply to a stage without a model of the service style': [{}],
  'asks for a deployment before the secret exists': [
    { settings: { youtubeApiKey: true } },
    `? The stage has no YouTube secret yet. -> ${DEPLOY}`,
  ],
});

describe('doctor, Stripe account:', () => {
  const outputs = { StripeSecretArn: ARN };

  it.each([
    ['sk_test_1', false, false],
    ['rk_test_1', false, true],
    ['sk_live_1', true, false],
    ['rk_live_1', true, true],
  ])('with the key %s in the secret is live: %s, restricted: %s', async (apiKey, isLive, isRestricted) => {
    resetAws();
    mockAws(storeSecret({ apiKey, webhookSecret: 'whsec_1' }));

    const account = await openStripeAccount('us-west-2', outputs);

    expect(account).toMatchObject({ isLive, isRestricted, webhookSecret: 'whsec_1' });
  });

  it('does not exist before the deployment and before the setup', async () => {
    resetAws();
    mockAws(storeSecret({ apiKey: '', webhookSecret: '', unused: 'x' }));

    expect(await openStripeAccount('us-west-2', outputs)).toBeUndefined();
    expect(await openStripeAccount('us-west-2', undefined)).toBeUndefined();
    expect(listCalls()).toHaveLength(1);
  });
});

describe('doctor, site:', () => {
  const prices: PackPrices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));
  const all = Object.values(prices);

  let server: Server | undefined;
  afterEach(() => {
    server?.close();
    server?.closeAllConnections();
  });

  /** A site whose /config.json has these prices. @returns its address. */
  async function startSite(priceIds: string[], status: number): Promise<string> {
    const config = JSON.stringify({ packs: priceIds.map((priceId) => ({ priceId })) });
    server = createServer(({ url }, response) => {
      response.writeHead(url === '/config.json' ? status : 404).end(config);
    });
    const listening = server.listen(0, '127.0.0.1');
    await new Promise((resolve) => listening.once('listening', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  const checkSite = (SiteUrl: string, inSettings: PackPrices = {}) =>
    runCheck('site', { outputs: () => Promise.resolve({ SiteUrl }), settings: { prices: inSettings } });
  const DIFFER = `warn The prices on SITE differ from the settings. -> ${DEPLOY}`;

  it.each<[string[], PackPrices, number, string]>([
    [all, prices, 200, `ok SITE is available; ${all.length} packs are on sale.`],
    [[], {}, 200, 'ok SITE is available; 0 packs are on sale.'],
    [[], prices, 200, DIFFER],
    [['price_starter', 'price_old'], prices, 200, DIFFER],
    [[], {}, 403, `FAIL SITE answers with status 403. -> ${DEPLOY}`],
  ])(
    'reports a site with %j, settings with %j and the status %i: %s',
    async (onSale, inSettings, status, finding) => {
      const url = await startSite(onSale, status);

      expect(await checkSite(url, inSettings)).toEqual([finding.replace('SITE', url)]);
    },
  );

  it('fails for a site that does not answer', async () => {
    expect(await checkSite('http://127.0.0.1:1')).toEqual([
      `FAIL http://127.0.0.1:1 does not answer. -> ${DEPLOY}`,
    ]);
  });

  it('has an unknown result before the first deployment', async () => {
    expect(await runCheck('site', NOT_DEPLOYED)).toEqual([`? The stage is not deployed. -> ${DEPLOY}`]);
  });
});
