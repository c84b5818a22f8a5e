import { outbox, type Haste } from './outbox.ts';

/** Requests at once. */
const WORKERS = 4;

/** Sends the requests of some keys. */
export async function sendAll(keys: readonly string[], haste?: Haste): Promise<void> {
  const queue = [...keys];
  const work = async () => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) await outbox.send(key, haste);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}
