import { join } from 'node:path';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
import type { Provisioner } from '../interpreter.ts';
import { createArn, LOCAL_ACCOUNT } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';
import { serve } from '../../emulators/serve.ts';
import { readBody } from '../../http/requests.ts';

const functionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  /** The ARN of the role. */
  Role: z.string(),
  /** The handler `file.export`. */
  Handler: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).optional(),
});

/** Provisions `AWS::Lambda::Function`: its bundle in a worker, with the environment of the template and a key of its role. */
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
 * Provisions `AWS::IAM::Role` and `AWS::IAM::Policy`. AWS's managed policies are ignored: only functions of the CDK itself have such
 * policies, and these functions do not run on this machine.
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

/** The largest response of a custom resource (a limit of CloudFormation), in bytes. */
const MAX_BYTES = 4_096;

const customProperties = z.looseObject({ ServiceToken: z.string() });
const answerSchema = z.discriminatedUnion('Status', [
  z.object({
    Status: z.literal('SUCCESS'),
    PhysicalResourceId: z.string(),
    Data: z.record(z.string(), z.string()).default({}),
  }),
  z.object({ Status: z.literal('FAILED'), Reason: z.string() }),
]);

/**
 * Provisions `Custom::ImageKey`, a custom resource of the product. Its function also runs on this machine, and sends its response to a
 * presigned URL ("Custom resource request and response objects" of the CloudFormation user guide).
 */
export function createCustomProvisioners({
  functions,
  region,
  stackName,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'Custom::ImageKey': async (LogicalResourceId, properties) => {
      const { ServiceToken } = customProperties.parse(properties);
      let answer: unknown;
      const receiver = await serve('CloudFormation', 0, async (request, response) => {
        answer = JSON.parse((await readBody(request, MAX_BYTES)).toString());
        response.end();
      });
      const event = {
        RequestType: 'Create',
        RequestId: randomUUID(),
        StackId: createArn('cloudformation', region, `stack/${stackName}/local`),
        ResponseURL: receiver.endpoint,
        ResourceType: 'Custom::ImageKey',
        LogicalResourceId,
        ServiceToken,
        ResourceProperties: properties,
      };
      try {
        await functions.invoke(ServiceToken, event);
      } finally {
        await receiver.close();
      }
      const parsed = answerSchema.parse(answer);
      if (parsed.Status === 'FAILED') throw new Error(parsed.Reason);
      return { ref: parsed.PhysicalResourceId, attributes: parsed.Data };
    },
  };
}
