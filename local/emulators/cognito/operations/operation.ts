import { z } from 'zod';
import { invalidParameter, userNotFound } from '../errors.ts';
import { type Client, type Directory, findClient, findPool, type Pool } from '../pool.ts';
import { authorize } from '../token-families.ts';
import type { User } from '../user-store.ts';
import { findUser } from '../users.ts';

/** One operation of the API. The object that contains it names it. */
export interface Operation {
  run(directory: Directory, input: unknown): Promise<object>;
  /** Whether a call must be signed with AWS credentials, as those of administrators are. */
  isSigned: boolean;
}

type Output = object | Promise<object>;
type Input<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

export const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? undefined);

/** An operation that an app client calls before the user is signed in. */
export function clientOperation<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (client: Client, input: Input<Shape>) => Output,
): Operation {
  return define({ ClientId: z.string() }, shape, false, (directory, { ClientId }, input) =>
    run(findClient(directory, ClientId), input),
  );
}

/** An operation of a user who is signed in. */
export function userOperation<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (client: Client, user: User, input: Input<Shape>) => Output,
): Operation {
  return define({ AccessToken: z.string() }, shape, false, async (directory, { AccessToken }, input) => {
    const { client, user } = await authorize(directory, AccessToken);
    return run(client, user, input);
  });
}

/** An operation of an administrator on one user. */
export function adminOperation<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (pool: Pool, user: User, input: Input<Shape>) => Output,
): Operation {
  const target = { UserPoolId: z.string(), Username: z.string() };
  return define(target, shape, true, (directory, { UserPoolId, Username }, input) => {
    const pool = findPool(directory, UserPoolId);
    const user = findUser(pool, Username);
    if (user === undefined) throw userNotFound();
    return run(pool, user, input);
  });
}

/** An operation of an administrator on a pool. */
export function poolOperation<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (pool: Pool, input: Input<Shape>) => Output,
): Operation {
  return define({ UserPoolId: z.string() }, shape, true, (directory, { UserPoolId }, input) =>
    run(findPool(directory, UserPoolId), input),
  );
}

function define<Caller extends z.ZodRawShape, Shape extends z.ZodRawShape>(
  caller: Caller,
  shape: Shape,
  isSigned: boolean,
  run: (directory: Directory, caller: Input<Caller>, input: Input<Shape>) => Output,
): Operation {
  const schema = z.intersection(z.object(caller), z.object(shape));
  return {
    isSigned,
    async run(directory, input) {
      const result = schema.safeParse(input);
      if (!result.success) throw invalidParameter(describeIssues(result.error));
      return run(directory, result.data, result.data);
    },
  };
}

function describeIssues({ issues }: z.ZodError): string {
  const reasons = issues.map(({ path, code, message, input }) => {
    const field = path.map((part) => lowerFirst(String(part))).join('.');
    const rule = code === 'invalid_type' && input === undefined ? 'Member must not be null' : message;
    return `Value at '${field}' failed to satisfy constraint: ${rule}`;
  });
  const errors = reasons.length === 1 ? 'error' : 'errors';
  return `${reasons.length} validation ${errors} detected: ${reasons.join('; ')}`;
}

const lowerFirst = (word: string) => word.slice(0, 1).toLowerCase() + word.slice(1);
