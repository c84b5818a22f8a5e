import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { EDIT_SERVICES, type ImageService } from '#contract/model-pool.ts';
import { composeCard } from '#contract/pack-card.ts';
import { PACK_IDS, PACKS, type PackPrices } from '#contract/packs.ts';
import { referenceUse } from '#contract/reference-use.ts';
import type { CreditPack, SiteConfig } from '#contract/site-config.ts';
import { Api } from './constructs/api.ts';
import { createTables } from './constructs/data.ts';
import { createExternalSecret } from './constructs/external-secret.ts';
import { SignInFirewall } from './constructs/firewall.ts';
import { Identity } from './constructs/identity.ts';
import { Images } from './constructs/images.ts';
import { expireAutoDeleteLogs } from './constructs/private-bucket.ts';
import { createSchedules } from './constructs/schedules.ts';
import { Site } from './constructs/site.ts';
import { createUserExport } from './constructs/user-export.ts';
import { WaitingLine } from './constructs/waiting-line.ts';
import type { Edge } from './edge-stacks.ts';
import { createAccountDeletionFunctions } from './functions/account-deletion.ts';
import { createAccountFunctions, createApiKeyFunctions } from './functions/accounts.ts';
import { createOperatorFunctions } from './functions/operators.ts';
import { createPaymentFunctions } from './functions/payments.ts';
import { createCutoutFunctions } from './functions/edits.ts';
import { createPromptFunctions } from './functions/prompts.ts';
import { createThumbnailFunctions } from './functions/thumbnails.ts';
import { createAlarms } from './monitoring/alarms.ts';
import { Dashboard } from './monitoring/dashboard.ts';
import { countServerErrors } from './monitoring/metrics.ts';
import { Notifications } from './monitoring/notifications.ts';
import { allowSecret } from './permissions.ts';
import type { Examples } from './stages/examples.ts';
import type { StageSettings } from './stages/settings.ts';
import { createTags } from './stages/stacks.ts';
import { listExceededLimits } from './template-limits.ts';

interface ThumbforgeStackProps {
  settings: StageSettings;
  /** Folder of the built site. */
  site: string;
  /** Pictures of the example prompts. @default none */
  examples: Examples | undefined;
  /** Resources in us-east-1. */
  edge: Edge;
}

/** The functions that commands of operators invoke, by the names of their outputs. */
const OUTPUT_FUNCTIONS = {
  AuditCredits: 'audit-credits',
  ShowAccount: 'show-account',
  GrantCredits: 'grant-credits',
  SuspendAccount: 'suspend-account',
  ReconcilePayments: 'reconcile-payments',
} as const;

/** The resources that the stack outputs for operators' commands. */
interface Outputs {
  siteOrigin: string;
  pool: UserPool;
  functions: Record<(typeof OUTPUT_FUNCTIONS)[keyof typeof OUTPUT_FUNCTIONS], IFunction>;
  exportBucket: Bucket;
  secret: Secret;
  youtubeSecret: Secret | undefined;
}

/** The stack of the product. It connects the constructs and the functions. */
export class ThumbforgeStack extends Stack {
  constructor(scope: Construct, id: string, props: ThumbforgeStackProps) {
    const { settings, site: assets, examples, edge } = props;
    super(scope, id, {
      env: { region: settings.region },
      description: 'Thumbforge: AI thumbnails with credits',
      tags: createTags(settings),
      terminationProtection: settings.keepData,
    });
    // CDK adds redundant DependsOn attributes. CloudFormation accepts them, but cfn-lint warns about them.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
    const { keepData, domain, magicLink } = settings;

    const context = { settings, data: createTables(this, keepData) };
    const api = new Api(this, 'Api', { settings });
    const images = new Images(this, 'Images', { settings });
    const site = new Site(this, 'Site', { api, images, domain, edge });
    const { origin: siteOrigin } = site;
    const { bucket } = images;
    const exportBucket = createUserExport(this, keepData);
    const imageContext = { ...context, bucket, imageUrls: images.keys.allowUrls(siteOrigin) };
    const accounts = createAccountFunctions(this, context, siteOrigin);
    const identity = new Identity(this, 'Identity', {
      settings,
      siteOrigin,
      welcomeUser: accounts['welcome-user'],
      composeCodeEmail: accounts['compose-code-email'],
      restrictAccessToken: accounts['restrict-access-token'],
    });

    if (settings.waf.enabled) {
      new SignInFirewall(this, 'SignInFirewall', { pool: identity.pool, magicLink });
    }
    const secret = createStripeSecret(this, keepData);
    const youtubeSecret = settings.youtubeApiKey ? createYoutubeSecret(this) : undefined;
    const youtube = youtubeSecret === undefined ? {} : allowSecret(youtubeSecret, 'YOUTUBE_SECRET_ARN');
    const line = new WaitingLine(this, 'WaitingLine', { settings });
    const functions = {
      ...accounts,
      ...createThumbnailFunctions(this, { ...imageContext, youtube, queue: line.queue }),
      ...createCutoutFunctions(this, imageContext),
      ...createApiKeyFunctions(this, context, { pool: identity.pool, siteOrigin }),
      ...createPromptFunctions(this, context, youtube),
      ...createPaymentFunctions(this, context, { secret, siteOrigin, imageUrls: imageContext.imageUrls }),
      ...createAccountDeletionFunctions(this, context, {
        bucket,
        exportBucket,
        pool: identity.pool,
        secret,
      }),
      ...createOperatorFunctions(this, context),
    };
    line.connect(functions['generate-waiting']);
    api.addRoutes(functions, identity);
    createSchedules(this, functions);
    site.deploy({
      assets,
      examples,
      logRetentionDays: settings.logRetentionDays,
      config: this.#createSiteConfig(settings, identity),
    });
    if (keepData) warnOfGaps(this, settings);
    expireAutoDeleteLogs(this, settings.logRetentionDays);
    const { topic } = new Notifications(this, 'Notifications', { settings });
    countServerErrors(this, api.accessLog);
    const apiStage = api.stage;
    const { deadLetters } = line;
    const alarms = createAlarms(this, { settings, apiStage, functions, bucket, deadLetters }, topic);
    new Dashboard(this, 'Dashboard', { settings, alarms, apiStage, functions, bucket, line });

    this.node.addValidation({ validate: () => listExceededLimits(this) });
    this.#addOutputs({ siteOrigin, pool: identity.pool, functions, exportBucket, secret, youtubeSecret });
  }

  #addOutputs({ siteOrigin, pool, functions, exportBucket, secret, youtubeSecret }: Outputs): void {
    this.#addOutput('SiteUrl', siteOrigin, 'Address of the site');
    this.#addOutput('UserPoolId', pool.userPoolId, 'Used by npm run credits');
    for (const [name, functionName] of Object.entries(OUTPUT_FUNCTIONS)) {
      const value = functions[functionName].functionName;
      this.#addOutput(`${name}FunctionName`, value, 'Used by npm run credits and stripe:replay');
    }
    this.#addOutput(
      'UserExportBucketName',
      exportBucket.bucketName,
      'The addresses of the users: docs/recovery.md',
    );
    this.#addOutput('StripeSecretArn', secret.secretArn, 'Used by npm run stripe:setup');
    const youtubeArn = youtubeSecret?.secretArn;
    if (youtubeArn)
      this.#addOutput('YoutubeSecretArn', youtubeArn, 'Store the key of the YouTube Data API there');
  }

  #createSiteConfig(settings: StageSettings, { pool, client }: Identity): SiteConfig {
    const { models, legal } = settings;
    return {
      region: this.region,
      userPoolId: pool.userPoolId,
      userPoolClientId: client.userPoolClientId,
      magicLink: settings.magicLink,
      models: models.map(({ id, label, cost, strength }) => ({ id, label, cost, strength })),
      thumbnailModels: listThumbnailModels(settings),
      ...describeReferences(settings),
      promptAssistance: settings.promptModel !== undefined,
      earlyAccess: settings.earlyAccess,
      earlyAccessPacks: PACK_IDS.filter((id) => PACKS[id].earlyAccess),
      packs: listPacks(settings.prices),
      welcomeCredits: settings.welcomeCredits,
      ...(legal !== undefined && { legal }),
      ...(legal !== undefined && settings.ses !== undefined && { answerHours: settings.answerHours }),
    };
  }

  #addOutput(id: string, value: string, description: string): void {
    new CfnOutput(this, id, { value, description });
  }
}

/** `npm run stripe:setup` sets its value. */
function createStripeSecret(stack: Stack, keepData: boolean) {
  return createExternalSecret(stack, 'Stripe', {
    description: "Stripe's API key and webhook secret",
    fields: ['apiKey', 'webhookSecret'],
    rotation: 'Stripe issues these keys. They are rolled in Stripe, and stripe:setup stores the new ones.',
    keepData,
  });
}

/** docs/deploy.md says how to set its value. Google shows the key again, so it need not be kept. */
function createYoutubeSecret(stack: Stack) {
  return createExternalSecret(stack, 'Youtube', {
    description: 'Key of the YouTube Data API',
    fields: ['apiKey'],
    rotation: 'Google issues this key. It is rotated in the Google Cloud console.',
    keepData: false,
  });
}

/** Warns of what a stage for creators can be deployed without. Only `npm run deploy` refuses a stage without a sender. */
function warnOfGaps(stack: Stack, { legal, ses }: StageSettings): void {
  const warn = (id: string, text: string) => Annotations.of(stack).addWarningV2(`thumbforge:${id}`, text);
  if (legal === undefined)
    warn(
      'noLegal',
      'The site names no seller, terms, privacy policy or refund policy. Set legal in the settings of this stage before creators buy.',
    );
  if (ses === undefined)
    warn(
      'noSender',
      'Cognito sends the e-mails, at most 50 a day: then nobody can sign up on that day. Set ses in the settings of this stage.',
    );
}

/** The models whose ids the rows of new thumbnails have. */
function listThumbnailModels({ models, services }: StageSettings): SiteConfig['thumbnailModels'] {
  const withReference = services.filter(({ service }) => referenceUse.safeParse(service).success);
  return [...models, ...withReference].map(({ id, label }) => ({ id, label }));
}

/** The references that the site offers, with the first model of each use, and the price of a cut-out. */
function describeReferences({
  services,
  youtubeApiKey,
}: StageSettings): Pick<SiteConfig, 'references' | 'referenceModels' | 'edits'> {
  const first = (use: ImageService) => services.find(({ service }) => service === use);
  const cutout = first('cutout');
  return {
    references: {
      video: first('style') !== undefined,
      channel: youtubeApiKey,
      images: referenceUse.options.some((use) => first(use) !== undefined),
      cutouts: cutout !== undefined,
      ...(cutout !== undefined && { cutoutCost: cutout.cost }),
    },
    edits: EDIT_SERVICES.flatMap((service) => {
      const model = first(service);
      return model === undefined ? [] : [{ service, label: model.label, cost: model.cost }];
    }),
    referenceModels: referenceUse.options.flatMap((use) => {
      const model = first(use);
      if (model === undefined) return [];
      const { label, cost, strength } = model;
      return [{ service: use, label, cost, strength }];
    }),
  };
}

/** The packs that the site offers. A pack without a price is not on sale. */
function listPacks(prices: PackPrices): CreditPack[] {
  return PACK_IDS.flatMap((id) => {
    const priceId = prices[id];
    return priceId === undefined ? [] : [{ ...composeCard(id), priceId }];
  });
}
