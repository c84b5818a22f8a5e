/** The requests and responses of API keys, which stand for their account at the public API. */
import * as z from 'zod/mini';
import { oneLine, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

export const createKeyRequest = z.object(
  {
    /** What the key is for, in the words of its user. */
    name: oneLine('name', LIMITS.keyNameLength),
  },
  'the body must be a JSON object',
);

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** The last day that the key was used, in UTC, e.g. `2026-11-24`. Absent until the first use. */
  lastUsed: z.optional(z.string()),
});

/** The only response with the key itself: the server stores its hash. */
export const createKeyResponse = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  key: z.string(),
});

export const listKeysResponse = z.object({
  /** Oldest first. */
  keys: z.array(apiKey),
  /** The name of the pack that keys come with. Absent for an account that has it. */
  requiredPack: z.optional(z.string()),
});
export type ListKeysResponse = z.infer<typeof listKeysResponse>;

export const deleteKeyRequest = z.object({ id: uuid('id') });
export const deleteKeyResponse = z.object({ deleted: z.literal(true) });

export const createKeySchemas = { body: createKeyRequest, response: createKeyResponse };
export const listKeysSchemas = { response: listKeysResponse };
export const deleteKeySchemas = { params: deleteKeyRequest, response: deleteKeyResponse };
