import { z } from 'zod';
import { LOCAL_ACCOUNT } from '../../credentials.ts';
import type { Provisioner } from '../interpreter.ts';
import type { ProvisioningContext } from './context.ts';

const policy = z.object({ PolicyDocument: z.unknown() });
const roleProperties = z.object({ Policies: z.array(policy).default([]) });
const policyProperties = policy.extend({ Roles: z.array(z.string()) });

/**
 * `AWS::IAM::Role` and `AWS::IAM::Policy`. AWS's managed policies are ignored: those of CDK's own functions, which do not run
 * here, are the only ones.
 */
export function createIamProvisioners({ iam, stackName }: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::IAM::Role': (logicalId, properties) => {
      const name = `${stackName}-${logicalId}`;
      for (const { PolicyDocument } of roleProperties.parse(properties).Policies) {
        iam.attachPolicy(name, PolicyDocument);
      }
      return { ref: name, attributes: { Arn: `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}` } };
    },
    'AWS::IAM::Policy': (logicalId, properties) => {
      const { Roles, PolicyDocument } = policyProperties.parse(properties);
      for (const role of Roles) iam.attachPolicy(role, PolicyDocument);
      return { ref: logicalId };
    },
  };
}
