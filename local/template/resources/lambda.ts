import { join } from 'node:path';
import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import { createArn, LOCAL_ACCOUNT } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';

const functionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  /** ARN. */
  Role: z.string(),
  /** `file.export` */
  Handler: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).optional(),
});

/** `AWS::Lambda::Function`: its bundle in a worker, with the environment of the template and a key of its role. */
export function createLambdaProvisioners(context: ProvisioningContext): Record<string, Provisioner> {
  const { functions, assets, iam, lambdaEnvironment, region, stackName } = context;
  return {
    'AWS::Lambda::Function': (logicalId, properties) => {
      const { Code, Role, Handler, Timeout, MemorySize, Environment } = functionProperties.parse(properties);
      const [file = '', handler = ''] = Handler.split('.');
      const name = `${stackName}-${logicalId}`;
      const functionArn = createArn('lambda', region, `function:${name}`);
      const { credentials } = iam.assumeRole(Role.split('/').at(-1) ?? '', name);
      functions.add({
        arn: functionArn,
        name,
        bundle: join(assets.get(Code.S3Key) ?? '', `${file}.mjs`),
        handler,
        timeoutSeconds: Timeout,
        memorySize: MemorySize,
        environment: {
          ...lambdaEnvironment,
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          ...(credentials.sessionToken !== undefined && { AWS_SESSION_TOKEN: credentials.sessionToken }),
          AWS_LAMBDA_FUNCTION_NAME: name,
          AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
          ...Environment?.Variables,
        },
      });
      return { ref: name, attributes: { Arn: functionArn } };
    },
  };
}

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
