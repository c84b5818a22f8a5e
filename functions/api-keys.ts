import { createKey, listKeys, revokeKey } from './api-keys/api-keys.ts';
import { apiHandler, apiRouter } from './http/api-handler.ts';

export const handler = apiRouter({
  /** POST /api/keys: creates a key of the public API, and shows it once. */
  createKey: apiHandler(
    'createKey',
    ({ userId, user, body }) => createKey(userId, user, body.name),
    () => 201,
  ),
  /** GET /api/keys: lists the caller's keys, oldest first. */
  listKeys: apiHandler('listKeys', ({ userId, user }) => listKeys(userId, user)),
  /** DELETE /api/keys/{id}: revokes one of the caller's keys. */
  deleteKey: apiHandler('deleteKey', async ({ userId, params }) => {
    await revokeKey(userId, params.id);
    return { deleted: true };
  }),
});
