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
import { Site } from './constructs/site.ts';
import { accountFunctions } from './functions/accounts.ts';
import { generatorFunctions } from './functions/generator.ts';
import { paymentFunctions } from './functions/payments.ts';
import type { StageSettings } from './stages/settings.ts';

interface ThumbforgeStackProps {
  settings: StageSettings;
  /** Folder of the built site. */
  site: string;
}

/** The whole product. It only wires: what a part is made of stands in its construct, or in `functions/`. */
export class ThumbforgeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, site: assets }: ThumbforgeStackProps) {
    super(scope, id, {
      env: { region: settings.region },
      description: 'Thumbforge: AI thumbnails with credits',
    });
    const { stage, keepData } = settings;

    const data = new Data(this, 'Data', { keepData });
    const shared = { settings, data };
    const { welcomeUser, readCredits } = accountFunctions(this, shared);
    const identity = new Identity(this, 'Identity', { welcomeUser, keepData });
    const api = new Api(this, 'Api', { identity });
    const site = new Site(this, 'Site', { api, imagesOrigin: imagesOrigin(stage) });

    const { bucket } = new Images(this, 'Images', { stage, siteOrigin: site.origin, keepData });
    const { generateThumbnail, listThumbnails, refundAbandoned } = generatorFunctions(this, shared, bucket);
    new Operations(this, 'Operations', { refundAbandoned });

    const { secret } = new Payments(this, 'Payments', { keepData });
    const payments = paymentFunctions(this, shared, { secret, siteOrigin: site.origin });

    api.route({
      readCredits,
      generateThumbnail,
      listThumbnails,
      readThumbnail: listThumbnails,
      ...payments,
    });
    site.deploy({
      assets,
      config: {
        region: this.region,
        userPoolId: identity.pool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        magicLink: false,
        models: settings.models.map(({ id: model, label, cost }) => ({ id: model, label, cost })),
        packs: packsOnSale(settings.prices),
      },
    });
    new CfnOutput(this, 'SiteUrl', { value: site.origin, description: 'Where creators go' });
    new CfnOutput(this, 'StripeSecretArn', { value: secret.secretArn, description: 'For stripe:setup' });
  }
}

/** The packs as the site shows them; none where the stage has no prices. */
function packsOnSale(prices: PackPrices | undefined): CreditPack[] {
  if (prices === undefined) return [];
  return PACK_IDS.map((id) => ({ ...PACKS[id], priceId: prices[id] }));
}
