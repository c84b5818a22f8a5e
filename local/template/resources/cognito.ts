import type { Provisioner } from '../interpreter.ts';
import { createStableId, type ProvisioningContext } from './context.ts';

/** `AWS::Cognito::UserPool` and its clients. The emulator parses their properties. */
export function createCognitoProvisioners({
  cognito,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::Cognito::UserPool': (logicalId, properties) => {
      const poolId = `${region}_${createStableId(stackName, logicalId, 9)}`;
      const { id, arn, providerName } = cognito.createUserPool(poolId, properties);
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
