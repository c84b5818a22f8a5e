import type * as z from 'zod/mini';
import { InvalidRequestError } from './errors.ts';

/** Encodes the end of a page as the cursor of the next page. */
export function encodeCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Decodes a cursor. A client can change a cursor, so the schema must accept only positions that are harmless.
 * @throws InvalidRequestError if the cursor does not match the schema.
 */
export function decodeCursor<Position>(schema: z.ZodMiniType<Position>, cursor: string): Position {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw invalidCursor(error);
  }
}

export function invalidCursor(cause?: unknown): InvalidRequestError {
  return new InvalidRequestError('cursor is not one that this list gave', {
    params: { field: 'cursor' },
    cause,
  });
}
