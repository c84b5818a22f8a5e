import { z } from 'zod';

/** One thing that a request does, as policies name it. */
export interface Permission {
  /** For example `dynamodb:GetItem`. */
  action: string;
  /** The ARN. */
  resource: string;
  /** What the conditions of a policy compare. */
  context?: Partial<Record<ConditionKey, string>>;
}

const conditionKey = z.enum(['bedrock:InferenceProfileArn', 's3:prefix', 'ses:FromAddress']);
type ConditionKey = z.output<typeof conditionKey>;

// A policy variable, `${…}`, would be compared as text.
const pattern = z.string().regex(/^[^$]*$/, 'Policy variables are not supported.');
const oneOrMany = z.union([pattern.transform((one) => [one]), z.array(pattern)]);

/** Whether a value of the request matches an operand. */
const OPERATORS = {
  StringEquals: (operand: string, value: string) => value === operand,
  StringLike: (operand: string, value: string) => createWildcard(operand).test(value),
};
const operator = z.enum(['StringEquals', 'StringLike']);
const conditions = z.partialRecord(operator, z.partialRecord(conditionKey, oneOrMany));

/** Other elements, effects, condition operators and keys are errors: ignored, they would allow more than AWS does. */
const policyDocument = z.object({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.literal('Allow'),
      Action: oneOrMany,
      Resource: oneOrMany,
      Condition: conditions.default({}),
    }),
  ),
});

/** One action on one resource of a statement. */
export interface Grant {
  action: string;
  resource: string;
  matches(permission: Permission): boolean;
}

/** @throws a zod error for what the embedded cloud cannot evaluate. */
export function parsePolicy(document: unknown): Grant[] {
  return policyDocument.parse(document).Statement.flatMap(({ Action, Resource, Condition }) => {
    return Action.flatMap((action) => {
      // Actions have no case (IAM user guide, "IAM JSON policy elements: Action").
      const actions = createWildcard(action.toLowerCase());
      return Resource.map((resource) => {
        const resources = createWildcard(resource);
        const matches = (permission: Permission) =>
          actions.test(permission.action.toLowerCase()) &&
          resources.test(permission.resource) &&
          isMet(Condition, permission.context ?? {});
        return { action, resource, matches };
      });
    });
  });
}

/** Every key must match one of its operands. A key that the request does not have matches none. */
function isMet(condition: z.output<typeof conditions>, context: NonNullable<Permission['context']>): boolean {
  return operator.options.every((name) =>
    conditionKey.options.every((key) => {
      const operands = condition[name]?.[key];
      const value = context[key];
      if (operands === undefined) return true;
      return value !== undefined && operands.some((operand) => OPERATORS[name](operand, value));
    }),
  );
}

/** An expression for a pattern of AWS: `*` is any number of characters, `?` exactly one. */
export function createWildcard(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
