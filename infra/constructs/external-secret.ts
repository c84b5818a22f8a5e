import { RemovalPolicy } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

interface ExternalSecretProps {
  /** @default '' */
  name?: string;
  description: string;
  /** The fields of the JSON that an operator stores. */
  fields: string[];
  /** Who issues the keys, and how they are rotated. */
  rotation: string;
  /** Keeps the keys when the stack is deleted. */
  keepData: boolean;
}

/**
 * The fields of each secret when the first stages were deployed, by the beginning of its ID. CloudFormation generates a new value
 * if GenerateSecretString changes, and the stored keys are lost. So a secret with other fields is a new secret under another
 * logical ID, in which an operator stores the keys again. A stage with keepData keeps the old secret.
 */
const FIRST_FIELDS = {
  Stripe: ['apiKey', 'webhookSecret'],
  Youtube: ['apiKey'],
  Key: ['privateKey'],
};
type SecretKind = keyof typeof FIRST_FIELDS;

/**
 * A secret with keys that another company issues, or that the stack makes itself.
 * @param name tells the secrets of one kind apart.
 */
export function createExternalSecret(
  scope: Construct,
  kind: SecretKind,
  { name = '', description, fields, rotation, keepData }: ExternalSecretProps,
): secretsmanager.Secret {
  const secret = new secretsmanager.Secret(new Construct(scope, `${kind}${name}`), nameShape(kind, fields), {
    description,
    // Empty until the setup: a template must not contain a secret's value.
    generateSecretString: {
      secretStringTemplate: JSON.stringify(Object.fromEntries(fields.map((field) => [field, '']))),
      generateStringKey: 'unused',
    },
    // The rollback of a first deployment deletes the empty secret.
    removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  acknowledge(secret, { 'AwsSolutions-SMG4': rotation });
  return secret;
}

function nameShape(kind: SecretKind, fields: readonly string[]): string {
  return fields.join() === FIRST_FIELDS[kind].join() ? 'Secret' : `Secret-${fields.join('-')}`;
}
