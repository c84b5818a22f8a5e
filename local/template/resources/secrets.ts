import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Maker } from '../interpreter.ts';
import { arn } from './names.ts';
import type { Services } from './services.ts';

const secretProperties = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: z
    .object({ SecretStringTemplate: z.string().optional(), GenerateStringKey: z.string().optional() })
    .optional(),
});

/** `AWS::SecretsManager::Secret`, with the value that the template gives or asks to be generated. */
export function secretMakers({ secrets, stackName, region }: Services): Record<string, Maker> {
  return {
    'AWS::SecretsManager::Secret': (logicalId, properties) => {
      const { SecretString, GenerateSecretString } = secretProperties.parse(properties);
      const secretArn = arn('secretsmanager', region, `secret:${stackName}-${logicalId}`);
      secrets.put(secretArn, SecretString ?? generate(GenerateSecretString));
      return { ref: secretArn, attributes: { Id: secretArn } };
    },
  };
}

function generate(wish: z.output<typeof secretProperties>['GenerateSecretString']): string {
  const random = randomBytes(24).toString('base64url');
  if (wish?.SecretStringTemplate === undefined || wish.GenerateStringKey === undefined) return random;
  const template = z.record(z.string(), z.unknown()).parse(JSON.parse(wish.SecretStringTemplate));
  return JSON.stringify({ ...template, [wish.GenerateStringKey]: random });
}
