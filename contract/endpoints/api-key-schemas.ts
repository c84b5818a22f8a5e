/** The requests and responses of API keys. A request to the public API with a key acts for the account of the key. */
import * as z from 'zod/mini';
import { oneLine, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const createKeyRequest = z.object(
  {
    /** The purpose of the key, in the user's words. */
    name: oneLine('name', LIMITS.keyNameLength),
  },
  'the body must be a JSON object',
);

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** The last day on which the key was used, in UTC, e.g. `2026-11-24`. Absent until the first use. */
  lastUsed: z.optional(z.string()),
});

/** The only response that contains the key. The server stores only a hash of the key. */
export const createKeyResponse = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  key: z.string(),
});

export const listKeysResponse = z.object({
  /** The keys, oldest first. */
  keys: z.array(apiKey),
  /** The name of the pack that includes API keys. Absent if the account has such a pack. */
  requiredPack: z.optional(z.string()),
});
export type ListKeysResponse = z.infer<typeof listKeysResponse>;

export const deleteKeyRequest = z.object({ id: uuid('id') });
export const deleteKeyResponse = z.object({ deleted: z.literal(true) });

export const createKeySchemas = { body: createKeyRequest, response: createKeyResponse };
export const listKeysSchemas = { response: listKeysResponse };
export const deleteKeySchemas = { params: deleteKeyRequest, response: deleteKeyResponse };
