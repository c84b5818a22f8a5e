import { z } from 'zod';
import { invalidParameter } from '../errors.ts';
import type { Directory } from '../pool.ts';

/** One call of the API: what it takes, and what it does. */
export interface Operation {
  run(directory: Directory, input: unknown): Promise<object>;
  /** Calls of administrators are signed with AWS credentials; people's are not. */
  signed: boolean;
}

export function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.infer<Schema>, directory: Directory) => Promise<object> | object,
  { signed = false } = {},
): Operation {
  return {
    signed,
    async run(directory, input) {
      const read = schema.safeParse(input);
      if (read.success) return run(read.data, directory);
      throw invalidParameter(complaint(read.error));
    },
  };
}

/** Fields that many operations share. */
export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().default('') }));
export const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? undefined);

function complaint({ issues }: z.ZodError): string {
  const reasons = issues.map(({ path, code, message, input }) => {
    const field = path.map((part) => lowerFirst(String(part))).join('.');
    const rule = code === 'invalid_type' && input === undefined ? 'Member must not be null' : message;
    return `Value at '${field}' failed to satisfy constraint: ${rule}`;
  });
  const errors = reasons.length === 1 ? 'error' : 'errors';
  return `${reasons.length} validation ${errors} detected: ${reasons.join('; ')}`;
}

const lowerFirst = (word: string) => word.slice(0, 1).toLowerCase() + word.slice(1);
