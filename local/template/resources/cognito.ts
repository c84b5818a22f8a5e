import type { Maker } from '../interpreter.ts';
import { stableId } from './names.ts';
import type { Services } from './services.ts';

/**
 * `AWS::Cognito::UserPool` and its clients; the emulator reads their properties itself. The links in a pool's mails
 * lead to this machine.
 */
export function cognitoMakers({ cognito, stackName, region, localize }: Services): Record<string, Maker> {
  return {
    'AWS::Cognito::UserPool': (logicalId, properties) => {
      const poolId = `${region}_${stableId(stackName, logicalId, 9)}`;
      const { id, arn, providerName } = cognito.createUserPool(poolId, localized(properties, localize));
      return {
        ref: id,
        attributes: { Arn: arn, UserPoolId: id, ProviderName: providerName, ProviderURL: cognito.issuer(id) },
      };
    },
    'AWS::Cognito::UserPoolClient': (logicalId, properties) => {
      const { id } = cognito.createUserPoolClient(stableId(stackName, logicalId, 26), properties);
      return { ref: id, attributes: { ClientId: id } };
    },
  };
}

function localized(value: unknown, localize: (text: string) => string): unknown {
  if (typeof value === 'string') return localize(value);
  if (Array.isArray(value)) return value.map((item) => localized(item, localize));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, localized(item, localize)]));
}
