import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { serve } from '../../emulators/serve.ts';
import { readBody } from '../../http/body.ts';
import { createArn } from '../../credentials.ts';
import type { Provisioner } from '../interpreter.ts';
import type { ProvisioningContext } from './context.ts';

/** CloudFormation's limit of an answer. */
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
 * `Custom::ImageKey`, a custom resource of the product: its function runs here, too, and sends its answer to a presigned URL
 * ("Custom resource request and response objects" of the CloudFormation user guide).
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
