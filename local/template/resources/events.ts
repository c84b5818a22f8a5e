import { z } from 'zod';
import type { Maker } from '../interpreter.ts';
import { arn } from './names.ts';
import type { Services } from './services.ts';

const ruleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string() })).default([]),
});

/** `AWS::Events::Rule` with a schedule. */
export function eventMakers({ schedules, region }: Services): Record<string, Maker> {
  return {
    'AWS::Events::Rule': (logicalId, properties) => {
      const { ScheduleExpression, State, Targets } = ruleProperties.parse(properties);
      if (State === 'ENABLED') {
        schedules.add(
          ScheduleExpression,
          Targets.map((target) => target.Arn),
        );
      }
      return { ref: logicalId, attributes: { Arn: arn('events', region, `rule/${logicalId}`) } };
    },
  };
}
