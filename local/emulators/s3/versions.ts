import type { ObjectRecord, ObjectStore, StoredObject } from './object-store.ts';

// The newest version of a key, also a delete marker, is stored under the key; the older ones under the key and their id.

const SEPARATOR = '\0';

const olderKey = ({ key, versionId }: ObjectRecord) => `${key}${SEPARATOR}${versionId}`;

interface Versions {
  store: ObjectStore;
  isVersioned: boolean;
}

/** Whether a stored record is what its key names now. */
export const isCurrent = ({ key, isMarker }: ObjectRecord) => !isMarker && !key.includes(SEPARATOR);

/** @returns undefined if the key does not exist, or is deleted. */
export async function readObject({ store }: Versions, key: string): Promise<StoredObject | undefined> {
  const object = await store.read(key);
  return object?.record.isMarker === true ? undefined : object;
}

let count = 0;

/** Makes an object, or a delete marker, the newest version of its key. Without versions, it replaces the object. */
export async function writeObject(
  { store, isVersioned }: Versions,
  object: Omit<ObjectRecord, 'versionId' | 'isMarker'> & { isMarker?: boolean },
  body: Buffer,
  now: number,
): Promise<void> {
  const before = isVersioned ? await store.read(object.key) : undefined;
  if (before !== undefined) await store.write(rename(before, olderKey(before.record)));
  count += 1;
  const versionId = isVersioned ? `${now}.${String(count).padStart(9, '0')}` : 'null';
  await store.write({ record: { isMarker: false, ...object, versionId }, body });
}

/** Deletes one version for good, or, without its id, adds a delete marker. Without versions, it deletes the object. */
export async function deleteObject(
  bucket: Versions,
  key: string,
  versionId: string | undefined,
  now: number,
): Promise<void> {
  const { store, isVersioned } = bucket;
  if (versionId === undefined && isVersioned) {
    const marker = { key, etag: '', size: 0, lastModified: now - (now % 1000), headers: {}, isMarker: true };
    await writeObject(bucket, marker, Buffer.alloc(0), now);
    return;
  }
  const current = await store.read(key);
  if (versionId !== undefined && versionId !== current?.record.versionId) {
    await store.remove(`${key}${SEPARATOR}${versionId}`);
    return;
  }
  const [older] = (await listVersions(bucket)).filter(
    ({ record, isLatest }) => record.key === key && !isLatest,
  );
  const stored = older && (await store.read(olderKey(older.record)));
  if (stored === undefined) await store.remove(key);
  else {
    await store.write(rename(stored, key));
    await store.remove(stored.record.key);
  }
}

/** All versions of a bucket by key, the newest of each key first. */
export async function listVersions({
  store,
}: Versions): Promise<{ record: ObjectRecord; isLatest: boolean }[]> {
  const records = (await store.list()).map((record) => {
    const [key = '', ...older] = record.key.split(SEPARATOR);
    return { record: { ...record, key }, isLatest: older.length === 0 };
  });
  return records.sort((one, other) => compare(one, other));
}

type Version = Awaited<ReturnType<typeof listVersions>>[number];

function compare(one: Version, other: Version): number {
  if (one.record.key !== other.record.key) return one.record.key < other.record.key ? -1 : 1;
  if (one.isLatest !== other.isLatest) return one.isLatest ? -1 : 1;
  return one.record.versionId > other.record.versionId ? -1 : 1;
}

const rename = ({ record, body }: StoredObject, key: string): StoredObject => ({
  record: { ...record, key },
  body,
});
