import type { Maker } from '../interpreter.ts';
import { stableId } from './names.ts';
import type { Services } from './services.ts';

/** `AWS::Cognito::UserPool` and its clients; the emulator reads their properties itself. */
export function cognitoMakers({ cognito, stackName, region }: Services): Record<string, Maker> {
  return {
    'AWS::Cognito::UserPool': (logicalId, properties) => {
      const poolId = `${region}_${stableId(stackName, logicalId, 9)}`;
      const { id, arn, providerName } = cognito.createUserPool(poolId, properties);
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
