import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import { createArn } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';

const secretProperties = z.object({
  GenerateSecretString: z.object({ SecretStringTemplate: z.string(), GenerateStringKey: z.string() }),
});

/** `AWS::SecretsManager::Secret`, with a generated value. */
export function createSecretProvisioners({
  secrets,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::SecretsManager::Secret': (logicalId, properties) => {
      const { GenerateSecretString: options } = secretProperties.parse(properties);
      const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(options.SecretStringTemplate));
      const generated = { [options.GenerateStringKey]: randomBytes(24).toString('base64url') };
      const secretArn = createArn('secretsmanager', region, `secret:${stackName}-${logicalId}`);
      secrets.put(secretArn, JSON.stringify({ ...fields, ...generated }));
      return { ref: secretArn, attributes: { Id: secretArn } };
    },
  };
}
