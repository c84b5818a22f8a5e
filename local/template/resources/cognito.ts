import type { Provisioner } from '../interpreter.ts';
import { createStableId, type ProvisioningContext } from './context.ts';

/**
 * `AWS::Cognito::UserPool` and its clients. The emulator parses their properties. The links in the e-mails of a pool
 * lead to this machine.
 */
export function createCognitoProvisioners({
  cognito,
  stackName,
  region,
  localize,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::Cognito::UserPool': (logicalId, properties) => {
      const poolId = `${region}_${createStableId(stackName, logicalId, 9)}`;
      const { id, arn, providerName } = cognito.createUserPool(poolId, localizeDeep(properties, localize));
      return {
        ref: id,
        attributes: { Arn: arn, UserPoolId: id, ProviderName: providerName, ProviderURL: cognito.issuer(id) },
      };
    },
    'AWS::Cognito::UserPoolClient': (logicalId, properties) => {
      const { id } = cognito.createUserPoolClient(createStableId(stackName, logicalId, 26), properties);
      return { ref: id, attributes: { ClientId: id } };
    },
  };
}

function localizeDeep(value: unknown, localize: (text: string) => string): unknown {
  if (typeof value === 'string') return localize(value);
  if (Array.isArray(value)) return value.map((item) => localizeDeep(item, localize));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, localizeDeep(item, localize)]));
}
