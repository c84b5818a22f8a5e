import { RemovalPolicy } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** The secret with a key of the YouTube Data API. docs/deploy.md says how to set its value. */
export class YoutubeSecret extends Construct {
  readonly secret: secretsmanager.Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.secret = new secretsmanager.Secret(this, 'Secret', {
      description: 'Key of the YouTube Data API',
      // Empty until the setup: a template must not contain a secret's value.
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: '' }),
        generateStringKey: 'unused',
      },
      // Google shows the key again, so it need not be kept.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.secret, {
      'AwsSolutions-SMG4': 'Google issues this key. It is rotated in the Google Cloud console.',
    });
  }
}
