import { z } from 'zod';
import { invalidParameter, userNotFound } from '../errors.ts';
import { type Client, type Directory, findClient, findPool, type Pool, type User } from '../pool.ts';
import { findUser } from '../users.ts';

/** An operation of the API. The name of the operation is its key in the object that contains it. */
export type Operation = (directory: Directory, input: unknown) => Promise<object>;

type Output = object | Promise<object>;
type Input<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

export const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? undefined);

/** A username with the constraints of the API reference. */
export const username = z
  .string()
  .max(128, 'Member must have length less than or equal to 128')
  .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u);

const clientCall = z.object({ ClientId: z.string() });
const poolCall = z.object({ UserPoolId: z.string() });
const userCall = poolCall.extend({ Username: z.string() });

/** Creates an operation that an app client calls before the user is signed in. */
export function clientOperation<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (client: Client, input: Input<Shape>) => Output,
): Operation {
  const schema = z.object(shape);
  return async (directory, input) =>
    run(findClient(directory, parse(clientCall, input).ClientId), parse(schema, input));
}

/** Creates an administrator's operation on a pool. */
export function poolOperation<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (pool: Pool, input: Input<Shape>) => Output,
): Operation {
  const schema = z.object(shape);
  return async (directory, input) =>
    run(findPool(directory, parse(poolCall, input).UserPoolId), parse(schema, input));
}

/** Creates an administrator's operation on one user. */
export function adminOperation<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (pool: Pool, user: User, input: Input<Shape>) => Output,
): Operation {
  const schema = z.object(shape);
  return async (directory, input) => {
    const { UserPoolId, Username } = parse(userCall, input);
    const pool = findPool(directory, UserPoolId);
    const user = findUser(pool, Username);
    if (user === undefined) throw userNotFound();
    return run(pool, user, parse(schema, input));
  };
}

/** @throws AwsJsonError InvalidParameterException */
function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  const reasons = issues.map(({ path, message }) => {
    const field = path.map((part) => lowerFirst(String(part))).join('.');
    return `Value at '${field}' failed to satisfy constraint: ${message}`;
  });
  const errors = issues.length === 1 ? 'error' : 'errors';
  throw invalidParameter(`${issues.length} validation ${errors} detected: ${reasons.join('; ')}`);
}

const lowerFirst = (word: string) => word.slice(0, 1).toLowerCase() + word.slice(1);
