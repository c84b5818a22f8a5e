import { CustomResource, Duration, Stack } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { allowSecret, type Access } from '../permissions.ts';
import type { StageSettings } from '../stages/settings.ts';
import { createExternalSecret } from './external-secret.ts';
import { LambdaFunction } from './lambda-function.ts';

type ImageKeysProps = Pick<StageSettings, 'imageKeys' | 'logRetentionDays'>;

/**
 * The key pairs that sign the URLs of images. The first deployment with a key makes it: its private part is only in a secret.
 * The functions sign with the first key, and CloudFront accepts all of them.
 */
export class ImageKeys extends Construct {
  readonly keyGroup: cloudfront.KeyGroup;
  readonly #signing: Access;

  constructor(scope: Construct, id: string, { imageKeys, logRetentionDays }: ImageKeysProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const { stackName, region } = stack;
    const secrets = imageKeys.map((name) => ({
      name,
      secret: createExternalSecret(this, 'Key', {
        name,
        description: 'Private key that signs the URLs of images',
        fields: ['privateKey'],
        rotation: 'The setting imageKeys replaces the key; docs/deploy.md says how.',
        // Not kept with the data: a new key makes new URLs.
        keepData: false,
      }),
    }));
    const creator = new LambdaFunction(stack, 'CreateImageKey', {
      operation: 'create-image-key',
      description: 'Makes the keys that sign the URLs of images',
      environment: {},
      permissions: [
        new iam.PolicyStatement({
          actions: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
          resources: secrets.map(({ secret }) => secret.secretArn),
        }),
      ],
      logRetentionDays,
      timeout: Duration.minutes(1),
    });
    const keys = secrets.map(({ name, secret }) => {
      const pair = new CustomResource(this, `Pair${name}`, {
        resourceType: 'Custom::ImageKey',
        serviceToken: creator.function.functionArn,
        serviceTimeout: Duration.minutes(5),
        properties: { SecretArn: secret.secretArn },
      });
      const publicKey = new cloudfront.PublicKey(this, `PublicKey${name}`, {
        publicKeyName: `${stackName}-${region}-images-${name}`,
        encodedKey: pair.getAttString('PublicKey'),
      });
      return { secret, publicKey };
    });
    // The names are unique in the account: a stage can have a stack in several regions.
    this.keyGroup = new cloudfront.KeyGroup(this, 'KeyGroup', {
      keyGroupName: `${stackName}-${region}-images`,
      items: keys.map(({ publicKey }) => publicKey),
    });
    const [signing] = keys;
    if (signing === undefined) throw new Error('The setting imageKeys names no key.');
    const { environment, ...access } = allowSecret(signing.secret, 'IMAGE_KEY_SECRET_ARN');
    const IMAGE_KEY_PAIR_ID = signing.publicKey.publicKeyId;
    this.#signing = { ...access, environment: { ...environment, IMAGE_KEY_PAIR_ID } };
  }

  /** Allows a function to sign URLs of images. Separate from the constructor, because the distribution needs the keys. */
  allowUrls(siteOrigin: string): Access {
    const { environment, ...access } = this.#signing;
    return { ...access, environment: { ...environment, SITE_URL: siteOrigin } };
  }
}
