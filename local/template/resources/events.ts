import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import { createArn } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';

const ruleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string() })).default([]),
});

/** `AWS::Events::Rule` with a schedule. */
export function createEventProvisioners({
  schedules,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::Events::Rule': (logicalId, properties) => {
      const { ScheduleExpression, State, Targets } = ruleProperties.parse(properties);
      if (State === 'ENABLED') {
        schedules.add(
          ScheduleExpression,
          Targets.map((target) => target.Arn),
        );
      }
      return { ref: logicalId, attributes: { Arn: createArn('events', region, `rule/${logicalId}`) } };
    },
  };
}
