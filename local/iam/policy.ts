import { z } from 'zod';
import { createWildcard } from '../wildcard.ts';

/** One thing that a request does, as policies name it. */
export interface Permission {
  /** For example `dynamodb:GetItem`. */
  action: string;
  /** The ARN. */
  resource: string;
  /** What the conditions of a policy compare. */
  context?: Partial<Record<ConditionKey, string>>;
}

const conditionKey = z.enum(['bedrock:InferenceProfileArn', 's3:prefix']);
type ConditionKey = z.output<typeof conditionKey>;

// A policy variable, `${…}`, would be compared as text.
const pattern = z.string().regex(/^[^$]*$/, 'Policy variables are not supported.');
const oneOrMany = z.union([pattern.transform((one) => [one]), z.array(pattern)]);

/** Creates a test of a value of the request. */
type CreateTest = (operand: string) => (value: string) => boolean;
const like: CreateTest = (operand) => {
  const wildcard = createWildcard(operand);
  return (value) => wildcard.test(value);
};
const OPERATORS = {
  StringEquals: (operand) => (value) => value === operand,
  StringLike: like,
  ArnLike: like,
} satisfies Record<string, CreateTest>;
const operator = z.enum(['StringEquals', 'StringLike', 'ArnLike']);
const conditions = z.partialRecord(operator, z.partialRecord(conditionKey, oneOrMany));

/** Other elements, condition operators and keys are errors: ignored, they would allow more than AWS does. */
const policyDocument = z.object({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.enum(['Allow', 'Deny']),
      Action: oneOrMany,
      Resource: oneOrMany,
      Condition: conditions.default({}),
    }),
  ),
});

/** One action on one resource of a statement. */
export interface Grant {
  effect: 'Allow' | 'Deny';
  action: string;
  resource: string;
  matches(permission: Permission): boolean;
}

/** @throws a zod error for what the embedded cloud cannot evaluate. */
export function parsePolicy(document: unknown): Grant[] {
  return policyDocument.parse(document).Statement.flatMap(({ Effect, Action, Resource, Condition }) => {
    const isMet = createCondition(Condition);
    return Action.flatMap((action) => {
      // Actions have no case (IAM user guide, "IAM JSON policy elements: Action").
      const actions = createWildcard(action.toLowerCase());
      return Resource.map((resource) => {
        const resources = createWildcard(resource);
        const matches = (permission: Permission) =>
          actions.test(permission.action.toLowerCase()) &&
          resources.test(permission.resource) &&
          isMet(permission.context ?? {});
        return { effect: Effect, action, resource, matches };
      });
    });
  });
}

/** Every key must match one of its operands. A key that the request does not have matches none. */
function createCondition(condition: z.output<typeof conditions>) {
  const tests = operator.options.flatMap((name) =>
    conditionKey.options.map((key) => ({ key, allowed: condition[name]?.[key]?.map(OPERATORS[name]) })),
  );
  return (context: NonNullable<Permission['context']>): boolean =>
    tests.every(({ key, allowed }) => {
      const value = context[key];
      return allowed === undefined || (value !== undefined && allowed.some((test) => test(value)));
    });
}
