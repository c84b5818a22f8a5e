import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PACK_IDS, PACKS, type PackPrices } from '../contract/packs.ts';
import type { CreditPack } from '../contract/site-config.ts';
import { Api } from './constructs/api.ts';
import { Data } from './constructs/data.ts';
import { Identity } from './constructs/identity.ts';
import { Images, imagesOrigin } from './constructs/images.ts';
import { Operations } from './constructs/operations.ts';
import { Payments } from './constructs/payments.ts';
import { acknowledgeSignIn } from './constructs/sign-in-choices.ts';
import { Site } from './constructs/site.ts';
import type { Edge } from './edge-stack.ts';
import { Alarms } from './observability/alarms.ts';
import { Dashboard } from './observability/dashboard.ts';
import { accountFunctions } from './functions/accounts.ts';
import { closingFunctions } from './functions/closing.ts';
import { generatorFunctions } from './functions/generator.ts';
import { operatorFunctions } from './functions/operators.ts';
import { paymentFunctions } from './functions/payments.ts';
import type { StageSettings } from './stages/settings.ts';

interface ThumbforgeStackProps {
  settings: StageSettings;
  /** Folder of the built site. */
  site: string;
  /** What CloudFront takes from us-east-1. @default nothing */
  edge: Edge | undefined;
}

/** The whole product. It only wires: what a part is made of stands in its construct, or in `functions/`. */
export class ThumbforgeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, site: assets, edge }: ThumbforgeStackProps) {
    super(scope, id, {
      env: { region: settings.region },
      description: 'Thumbforge: AI thumbnails with credits',
    });
    // CDK writes DependsOn beside references that say the same. CloudFormation takes both, cfn-lint warns of it.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
    const { stage, keepData, domain } = settings;

    const data = new Data(this, 'Data', { keepData });
    const shared = { settings, data };
    const { welcomeUser, readCredits } = accountFunctions(this, shared);
    const api = new Api(this, 'Api', { settings });
    const site = new Site(this, 'Site', { api, imagesOrigin: imagesOrigin(stage), domain, edge });
    const identity = new Identity(this, 'Identity', { settings, siteOrigin: site.origin, welcomeUser });
    acknowledgeSignIn(identity.pool);

    const { bucket } = new Images(this, 'Images', { settings, siteOrigin: site.origin });
    const { generateThumbnail, listThumbnails, refundAbandoned } = generatorFunctions(this, shared, bucket);
    const { deleteAccount, finishClosings } = closingFunctions(this, shared, { bucket, pool: identity.pool });
    const { auditCredits } = operatorFunctions(this, shared);
    new Operations(this, 'Operations', { refundAbandoned, finishClosings, auditCredits });

    const { secret } = new Payments(this, 'Payments', { keepData });
    const payments = paymentFunctions(this, shared, { secret, siteOrigin: site.origin });

    api.addRoutes(
      {
        'read-credits': readCredits,
        'generate-thumbnail': generateThumbnail,
        'list-thumbnails': listThumbnails,
        'delete-account': deleteAccount,
        'create-stripe-checkout': payments.createStripeCheckout,
        'stripe-webhook': payments.stripeWebhook,
        'list-purchases': payments.listPurchases,
      },
      identity,
    );
    site.deploy({
      assets,
      logRetentionDays: settings.logRetentionDays,
      config: {
        region: this.region,
        userPoolId: identity.pool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        magicLink: settings.magicLink,
        models: settings.models.map(({ id: model, label, cost }) => ({ id: model, label, cost })),
        packs: packsOnSale(settings.prices),
      },
    });
    const { alarms } = new Alarms(this, 'Alarms', {
      settings,
      apiStage: api.stage,
      functions: { refundAbandoned, finishClosings, auditCredits, stripeWebhook: payments.stripeWebhook },
    });
    new Dashboard(this, 'Dashboard', { settings, alarms, apiStage: api.stage, generateThumbnail });
    new CfnOutput(this, 'SiteUrl', { value: site.origin, description: 'Where creators go' });
    new CfnOutput(this, 'UserPoolId', {
      value: identity.pool.userPoolId,
      description: 'For npm run credits',
    });
    new CfnOutput(this, 'StripeSecretArn', { value: secret.secretArn, description: 'For stripe:setup' });
  }
}

/** The packs as the site shows them; none where the stage has no prices. */
function packsOnSale(prices: PackPrices | undefined): CreditPack[] {
  if (prices === undefined) return [];
  return PACK_IDS.map((id) => ({ ...PACKS[id], priceId: prices[id] }));
}
