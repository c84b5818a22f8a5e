import { describe, expect, it } from 'vitest';
import { operations } from '../../../infra/build/functions.ts';
import { dev, other, prod, render } from '../support/cloud.ts';

const FUNCTION = 'AWS::Lambda::Function';
const names = await operations();

/** `read-credits` -> `ReadCredits`, the construct's id. */
const constructOf = (operation: string) =>
  operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A function's environment, each value rendered. */
function environment(cloud: typeof prod, operation: string): Record<string, string> {
  const { Environment } = cloud.one(FUNCTION, `${operation}Function`).Properties as {
    Environment: { Variables: Record<string, unknown> };
  };
  return Object.fromEntries(
    Object.entries(Environment.Variables).map(([name, value]) => [name, render(value)]),
  );
}

describe.each(names.map((name) => [name, constructOf(name)]))('the function %s', (_, id) => {
  const { Properties } = prod.one(FUNCTION, `${id}Function`);

  it('runs on Node 24 on arm64, with structured logs', () => {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON' },
    });
  });

  it('is traced', () => {
    expect(Properties['TracingConfig']).toEqual({ Mode: 'Active' });
  });

  it('has a role and a log of its own', () => {
    const { LogGroup } = Properties['LoggingConfig'] as { LogGroup: unknown };

    expect(render(Properties['Role'])).toBe(`\${${id}Role.Arn}`);
    expect(render(LogGroup)).toBe(`\${${id}Logs}`);
  });
});

describe('the environment of a function is exactly', () => {
  const tables = { USERS_TABLE: '${DataUsers}', LEDGER_TABLE: '${DataLedger}' };
  const account = {
    ...tables,
    WELCOME_CREDITS: '3',
    WELCOMED_ADDRESSES_TABLE: '${DataWelcomedAddresses}',
  };
  const images = { THUMBNAILS_TABLE: '${DataThumbnails}', IMAGES_BUCKET: '${ImagesBucket}' };

  const stripe = { PACK_PRICES: '{}', STRIPE_SECRET_ARN: '${PaymentsStripeSecret}' };

  const closing = {
    ...tables,
    ...images,
    PURCHASES_TABLE: '${DataPurchases}',
    USER_POOL_ID: '${IdentityPool}',
  };

  const needed: Record<string, Record<string, unknown>> = {
    WelcomeUser: account,
    ReadCredits: account,
    GenerateThumbnail: {
      ...account,
      ...images,
      MODEL_POOL: expect.any(String),
      ADMISSIONS_TABLE: '${DataAdmissions}',
      MAX_IN_FLIGHT: '4',
      MAX_PER_MINUTE: '30',
    },
    ListThumbnails: { ...images, USERS_TABLE: tables.USERS_TABLE },
    RefundAbandoned: { ...tables, ...images },
    CreateStripeCheckout: { ...account, ...stripe, SITE_URL: 'https://${SiteDistribution.DomainName}' },
    StripeWebhook: { ...tables, ...stripe, PURCHASES_TABLE: '${DataPurchases}' },
    ListPurchases: { USERS_TABLE: tables.USERS_TABLE, PURCHASES_TABLE: '${DataPurchases}' },
    AuditCredits: { ...tables, THUMBNAILS_TABLE: images.THUMBNAILS_TABLE },
    ShowAccount: { ...tables, THUMBNAILS_TABLE: images.THUMBNAILS_TABLE },
    GrantCredits: tables,
    DeleteAccount: closing,
    FinishClosings: closing,
  };

  it('known for every function', () => {
    expect(Object.keys(needed).sort()).toEqual(names.map(constructOf).sort());
  });

  it.each(Object.entries(needed))('%s: what it needs, and no secret', (operation, variables) => {
    expect(environment(prod, operation)).toEqual({
      ...variables,
      POWERTOOLS_SERVICE_NAME: 'Thumbforge-prod',
    });
  });

  it("the stage's own in welcome credits and models", () => {
    const { WELCOME_CREDITS, MODEL_POOL = '' } = environment(other, 'GenerateThumbnail');

    expect(WELCOME_CREDITS).toBe('0');
    expect(JSON.parse(MODEL_POOL)).toEqual([
      {
        id: 'stability.stable-image-ultra-v1:1',
        region: 'us-west-2',
        schema: 'stability',
        label: 'Ultra',
        cost: 2,
        // Known of this one.
        requestsPerMinute: 10,
        usdPerImage: 0.14,
      },
      {
        id: 'amazon.nova-canvas-v1:0',
        region: 'us-east-1',
        schema: 'amazon',
        label: 'Canvas',
        cost: 1,
        requestsPerMinute: 50,
        usdPerImage: 0.06,
      },
    ]);
  });

  it("the stage's own in admission", () => {
    expect(environment(other, 'GenerateThumbnail')).toMatchObject({
      MAX_IN_FLIGHT: '2',
      MAX_PER_MINUTE: '10',
    });
  });

  it("the stage's own in where the site is", () => {
    expect(environment(other, 'CreateStripeCheckout')['SITE_URL']).toBe('https://thumbs.example.com');
  });
});

describe('concurrency', () => {
  const reserved = (cloud: typeof prod) =>
    Object.entries(cloud.all(FUNCTION)).flatMap(([id, { Properties }]) => {
      const { ReservedConcurrentExecutions: reserve } = Properties;
      return reserve === undefined ? [] : [[id, reserve]];
    });

  it("is reserved for generations in prod, as much as the models' quotas can use", () => {
    // 105 a minute, each for 29 s at the longest.
    expect(reserved(prod)).toEqual([['GenerateThumbnailFunction', 51]]);
    // 60 a minute.
    expect(reserved(other)).toEqual([['GenerateThumbnailFunction', 29]]);
  });

  it("is not reserved in dev, where an account's may be too low for it", () => {
    expect(reserved(dev)).toEqual([]);
  });

  it('is never paid for in advance', () => {
    for (const type of ['AWS::Lambda::Alias', 'AWS::Lambda::Version']) expect(prod.all(type)).toEqual({});
  });
});

describe('the time of a function', () => {
  it.each([
    // API Gateway gives up after 30 s, Cognito after 5 s.
    ['GenerateThumbnail', 29],
    ['WelcomeUser', 5],
    ['ReadCredits', 10],
    ['ListThumbnails', 10],
    ['RefundAbandoned', 120],
    ['CreateStripeCheckout', 20],
    ['StripeWebhook', 20],
    ['ListPurchases', 10],
    ['AuditCredits', 900],
    ['ShowAccount', 30],
    ['GrantCredits', 10],
    ['DeleteAccount', 29],
    ['FinishClosings', 120],
  ])('%s: %i s', (operation, seconds) => {
    expect(prod.one(FUNCTION, `${operation}Function`).Properties['Timeout']).toBe(seconds);
  });
});

describe.each([
  ['prod', prod, 365],
  ['dev', dev, 30],
])('every log of %s', (_, cloud, days) => {
  it.each(Object.entries(cloud.all('AWS::Logs::LogGroup')))(
    "%s is kept for as long as the stage says, CDK's own too, and goes with the stack",
    (_id, { Properties, DeletionPolicy }) => {
      expect(Properties['RetentionInDays']).toBe(days);
      expect(DeletionPolicy).toBe('Delete');
    },
  );
});
