import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import { createArn } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';

const secretProperties = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: z
    .object({ SecretStringTemplate: z.string().optional(), GenerateStringKey: z.string().optional() })
    .optional(),
});

/** `AWS::SecretsManager::Secret`, with the value of the template, or a generated one. */
export function createSecretProvisioners({
  secrets,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::SecretsManager::Secret': (logicalId, properties) => {
      const { SecretString, GenerateSecretString } = secretProperties.parse(properties);
      const secretArn = createArn('secretsmanager', region, `secret:${stackName}-${logicalId}`);
      secrets.put(secretArn, SecretString ?? generateValue(GenerateSecretString));
      return { ref: secretArn, attributes: { Id: secretArn } };
    },
  };
}

function generateValue(options: z.output<typeof secretProperties>['GenerateSecretString']): string {
  const random = randomBytes(24).toString('base64url');
  if (options?.SecretStringTemplate === undefined || options.GenerateStringKey === undefined) return random;
  const template = z.record(z.string(), z.unknown()).parse(JSON.parse(options.SecretStringTemplate));
  return JSON.stringify({ ...template, [options.GenerateStringKey]: random });
}
