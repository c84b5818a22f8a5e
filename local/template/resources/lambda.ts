import { join } from 'node:path';
import { z } from 'zod';
import type { Maker } from '../interpreter.ts';
import { arn } from './names.ts';
import type { Services } from './services.ts';

const functionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  /** `file.export` */
  Handler: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).optional(),
});

/** `AWS::Lambda::Function`: its bundle in a thread, with the environment that the template gives it. */
export function lambdaMakers(services: Services): Record<string, Maker> {
  const { functions, assets, functionEnvironment, localize, region, stackName } = services;
  return {
    'AWS::Lambda::Function': (logicalId, properties) => {
      const { Code, Handler, Timeout, MemorySize, Environment } = functionProperties.parse(properties);
      const [file = '', handler = ''] = Handler.split('.');
      const name = `${stackName}-${logicalId}`;
      const functionArn = arn('lambda', region, `function:${name}`);
      functions.add({
        arn: functionArn,
        name,
        bundle: join(assets.get(Code.S3Key) ?? '', `${file}.mjs`),
        handler,
        timeoutSeconds: Timeout,
        memorySize: MemorySize,
        environment: {
          ...functionEnvironment,
          AWS_LAMBDA_FUNCTION_NAME: name,
          AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
          ...localized(Environment?.Variables ?? {}, localize),
        },
      });
      return { ref: name, attributes: { Arn: functionArn } };
    },
  };
}

/** An address of AWS in a variable (where the site is) is this machine's here. */
function localized(
  variables: Record<string, string>,
  localize: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, localize(value)]));
}
