import { RemovalPolicy } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

interface ExternalSecretProps {
  description: string;
  /** The fields of the JSON that an operator stores. */
  fields: string[];
  /** Who issues the keys, and how they are rotated. */
  rotation: string;
  /** Keeps the keys when the stack is deleted. */
  keepData: boolean;
}

/** A secret with keys that another company issues. */
export function createExternalSecret(
  scope: Construct,
  id: string,
  { description, fields, rotation, keepData }: ExternalSecretProps,
): secretsmanager.Secret {
  const secret = new secretsmanager.Secret(new Construct(scope, id), 'Secret', {
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
