import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PACK_IDS, PACKS, type PackPrices } from '../contract/packs.ts';
import type { CreditPack } from '../contract/site-config.ts';
import { Api } from './constructs/api.ts';
import { Data } from './constructs/data.ts';
import { Identity } from './constructs/identity.ts';
import { getImagesOrigin, Images } from './constructs/images.ts';
import { Schedules } from './constructs/schedules.ts';
import { Site } from './constructs/site.ts';
import { StripeSecret } from './constructs/stripe-secret.ts';
import type { Edge } from './edge-stack.ts';
import { createAccountDeletionFunctions } from './functions/account-deletion.ts';
import { createAccountFunctions } from './functions/accounts.ts';
import { createOperatorFunctions } from './functions/operators.ts';
import { createPaymentFunctions } from './functions/payments.ts';
import { createThumbnailFunctions } from './functions/thumbnails.ts';
import { Alarms } from './monitoring/alarms.ts';
import { Dashboard } from './monitoring/dashboard.ts';
import { Notifications } from './monitoring/notifications.ts';
import type { StageSettings } from './stages/settings.ts';

interface ThumbforgeStackProps {
  settings: StageSettings;
  /** Folder of the built site. */
  site: string;
  /** Resources in us-east-1. @default none */
  edge: Edge | undefined;
}

/** The stack of the product. It connects the constructs and the functions. */
export class ThumbforgeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, site: assets, edge }: ThumbforgeStackProps) {
    super(scope, id, {
      env: { region: settings.region },
      description: 'Thumbforge: AI thumbnails with credits',
    });
    // CDK adds redundant DependsOn attributes. CloudFormation accepts them, but cfn-lint warns about them.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
    const { stage, keepData, domain } = settings;

    const data = new Data(this, 'Data', { keepData });
    const context = { settings, data };
    const accounts = createAccountFunctions(this, context);
    const api = new Api(this, 'Api', { settings });
    const site = new Site(this, 'Site', { api, imagesOrigin: getImagesOrigin(stage), domain, edge });
    const siteOrigin = site.origin;
    const welcomeUser = accounts['welcome-user'];
    const identity = new Identity(this, 'Identity', { settings, siteOrigin, welcomeUser });

    const { bucket } = new Images(this, 'Images', { settings, siteOrigin });
    const { secret } = new StripeSecret(this, 'Stripe', { keepData });
    const functions = {
      ...accounts,
      ...createThumbnailFunctions(this, context, bucket),
      ...createPaymentFunctions(this, context, { secret, siteOrigin }),
      ...createAccountDeletionFunctions(this, context, { bucket, pool: identity.pool }),
      ...createOperatorFunctions(this, context),
    };
    api.addRoutes(functions, identity);
    new Schedules(this, 'Schedules', {
      everyFiveMinutes: [functions['refund-abandoned'], functions['finish-closings']],
      daily: [functions['audit-credits']],
    });
    site.deploy({
      assets,
      logRetentionDays: settings.logRetentionDays,
      config: {
        region: this.region,
        userPoolId: identity.pool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        magicLink: settings.magicLink,
        models: settings.models.map(({ id: model, label, cost }) => ({ id: model, label, cost })),
        packs: listPacks(settings.prices),
      },
    });
    const { topic } = new Notifications(this, 'Notifications', { settings });
    const apiStage = api.stage;
    const { alarms } = new Alarms(this, 'Alarms', { settings, apiStage, functions, topic });
    new Dashboard(this, 'Dashboard', { settings, alarms, apiStage, functions });

    this.#addOutput('SiteUrl', siteOrigin, 'Address of the site');
    this.#addOutput('UserPoolId', identity.pool.userPoolId, 'Used by npm run credits');
    this.#addOutput('StripeSecretArn', secret.secretArn, 'Used by npm run stripe:setup');
  }

  #addOutput(id: string, value: string, description: string): void {
    new CfnOutput(this, id, { value, description });
  }
}

/** The packs that the site offers. A pack without a price is not on sale. */
function listPacks(prices: PackPrices): CreditPack[] {
  return PACK_IDS.flatMap((id) => {
    const priceId = prices[id];
    return priceId === undefined ? [] : [{ ...PACKS[id], priceId }];
  });
}
