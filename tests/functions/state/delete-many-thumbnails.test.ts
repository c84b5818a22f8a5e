import { expect, it } from 'vitest';
import { handler } from '../../../functions/delete-account.ts';
import { call } from '../support/event.ts';
import { listItems, newGeneration, putItem } from './support/database.ts';
import { createFullUser, prepareServices } from './support/deletion.ts';
import { thumbnailItem } from './support/items.ts';

it('deletes all thumbnails of an account that has more of them than one batch of deletions', async () => {
  prepareServices();
  const { user } = await createFullUser();
  const ids = Array.from({ length: 60 }, () => newGeneration());
  await Promise.all(ids.map((id) => putItem('thumbnails', thumbnailItem(user, id, 'succeeded'))));

  const response = await call(handler, { routeKey: 'DELETE /api/account', claims: { sub: user } });

  expect(response.status).toBe(200);
  expect(await listItems('thumbnails', user)).toEqual([]);
});
