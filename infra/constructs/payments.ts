import { RemovalPolicy } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** What the payment functions know of Stripe: one secret with two fields, filled in by `npm run stripe:setup`. */
export class Payments extends Construct {
  readonly secret: secretsmanager.Secret;

  constructor(scope: Construct, id: string, { keepData }: { keepData: boolean }) {
    super(scope, id);
    this.secret = new secretsmanager.Secret(this, 'StripeSecret', {
      description: "Stripe's API key and webhook secret",
      // Empty until the setup: a secret's value never stands in a template.
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: '', webhookSecret: '' }),
        generateStringKey: 'unused',
      },
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.secret, {
      'AwsSolutions-SMG4':
        'Stripe issues these: they are rolled there, and stripe:setup puts the new ones in.',
    });
  }
}
