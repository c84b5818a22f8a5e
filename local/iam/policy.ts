import { z } from 'zod';

/** A permission that a request needs, in the terms of a policy. */
export interface Permission {
  /** The action, for example `dynamodb:GetItem`. */
  action: string;
  /** The ARN of the resource. */
  resource: string;
  /** The values that the conditions of a policy compare. */
  context?: Partial<Record<ConditionKey, string>>;
}

const conditionKey = z.enum(['bedrock:InferenceProfileArn', 's3:prefix', 'ses:FromAddress']);
type ConditionKey = z.output<typeof conditionKey>;

// A policy variable, `${…}`, would be compared as text.
const pattern = z.string().regex(/^[^$]*$/, 'Policy variables are not supported.');
const oneOrMany = z.union([pattern.transform((one) => [one]), z.array(pattern)]);

/** Compares a value of the request with an operand. Returns true if the value matches. */
const OPERATORS = {
  StringEquals: (operand: string, value: string) => value === operand,
  StringLike: (operand: string, value: string) => createWildcard(operand).test(value),
};
const operator = z.enum(['StringEquals', 'StringLike']);
const conditions = z.partialRecord(operator, z.partialRecord(conditionKey, oneOrMany));

/**
 * A policy document. Other elements, effects, condition operators and keys are errors: if they were ignored, the emulator would allow more
 * than AWS.
 */
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

/** An action on a resource in a statement. */
export interface Grant {
  action: string;
  resource: string;
  matches(permission: Permission): boolean;
}

/** @throws a zod error if the embedded cloud cannot evaluate the policy. */
export function parsePolicy(document: unknown): Grant[] {
  return policyDocument.parse(document).Statement.flatMap(({ Action, Resource, Condition }) => {
    return Action.flatMap((action) => {
      // Actions are not case-sensitive (IAM user guide, "IAM JSON policy elements: Action").
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

/** Checks a condition. Every key must match one of its operands. A key that is absent from the request matches no operand. */
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

/** Creates a regular expression for a pattern of AWS: `*` is any number of characters, `?` is exactly one character. */
export function createWildcard(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
