import { RemovalPolicy } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** The secret with Stripe's API key and webhook secret. `npm run stripe:setup` sets its value. */
export class StripeSecret extends Construct {
  readonly secret: secretsmanager.Secret;

  constructor(scope: Construct, id: string, { keepData }: { keepData: boolean }) {
    super(scope, id);
    this.secret = new secretsmanager.Secret(this, 'Secret', {
      description: "Stripe's API key and webhook secret",
      // Empty until the setup: a template must not contain a secret's value.
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: '', webhookSecret: '' }),
        generateStringKey: 'unused',
      },
      // The rollback of a first deployment deletes the empty secret.
      removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    acknowledge(this.secret, {
      'AwsSolutions-SMG4':
        'Stripe issues these keys. They are rolled in Stripe, and stripe:setup stores the new ones.',
    });
  }
}
