import { randomUUID } from 'node:crypto';
import { createKeyResponse } from '#contract/endpoints/api-key-schemas.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { addCreator, type Creator } from '../../support/cloud/creator.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import { findViolations } from '../../support/invariants.ts';
import { toCheckResult, type CheckResult } from '../report.ts';
import type { Victim } from './victim.ts';

const CONCURRENT = 5;

export interface KeyOwner {
  creator: Creator;
  keyId: string;
  /** Calls the public API with the key. @returns the status. */
  send: (path: string, init?: RequestInit) => Promise<number>;
  generate: (id: string) => Promise<number>;
}

export async function addKeyOwner(cloud: EmbeddedCloud): Promise<KeyOwner> {
  const creator = await addCreator(cloud);
  await inspectCloud(cloud).givePack(creator.userId, 'elite');
  const { body } = await creator.post('/api/keys', { name: 'Upload script' });
  const { id: keyId, key } = createKeyResponse.parse(body);
  const send = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const all = new Headers(headers);
    all.set('authorization', `Bearer ${key}`);
    all.set('content-type', 'application/json');
    return (await fetch(`${cloud.url}${path}`, { ...init, headers: all })).status;
  };
  const generate = (id: string) =>
    send('/v1/thumbnails', {
      method: 'POST',
      headers: { 'idempotency-key': id },
      body: JSON.stringify({ prompt: 'a castle' }),
    });
  return { creator, keyId, send, generate };
}

/** The spends of a user, and what is wrong with the account. */
async function readSpends(cloud: EmbeddedCloud, { creator }: KeyOwner) {
  const inspector = inspectCloud(cloud);
  const spends = (await inspector.ledger(creator.userId)).filter(({ kind }) => kind === 'spend');
  return { count: spends.length, violations: await findViolations(inspector, creator.userId) };
}

/** Requests with the key and from the site at the same time: for one id, and for the last credit. */
export async function checkKeyRaces(cloud: EmbeddedCloud): Promise<CheckResult> {
  const owner = await addKeyOwner(cloud);
  const { creator, generate } = owner;
  const ids = [randomUUID(), randomUUID(), ...Array.from({ length: CONCURRENT }, () => randomUUID())];
  const credits = await creator.credits();
  const [replayed = '', second = '', ...others] = ids;
  const request = (generationId: string) =>
    Promise.all([generate(generationId), creator.generate('a castle', { generationId })]);
  await Promise.all(Array.from({ length: CONCURRENT }, () => request(replayed)));
  const afterReplays = await readSpends(cloud, owner);
  await request(second);
  // One credit is left, and more requests than that.
  await Promise.all(others.map(request));
  const atTheEnd = await readSpends(cloud, owner);
  return toCheckResult('requests of one account with a key and from the site at the same time', [
    afterReplays.count === 1 ? undefined : `${afterReplays.count} spends for one Idempotency-Key`,
    atTheEnd.count === credits ? undefined : `${atTheEnd.count} spends of ${credits} credits`,
    ...afterReplays.violations,
    ...atTheEnd.violations,
  ]);
}

/** A key that is revoked while its generations run. */
export async function checkRevocation(cloud: EmbeddedCloud): Promise<CheckResult> {
  const owner = await addKeyOwner(cloud);
  const { creator, keyId, generate } = owner;
  const [statuses, { status }] = await Promise.all([
    Promise.all(Array.from({ length: CONCURRENT }, () => generate(randomUUID()))),
    creator.delete(`/api/keys/${keyId}`),
  ]);
  const { violations } = await readSpends(cloud, owner);
  const list = JSON.stringify((await creator.get('/api/keys')).body);
  return toCheckResult('a key that is revoked while its generations run', [
    status === 200 ? undefined : `the revocation responds ${status}`,
    list.includes(keyId) ? 'the key is listed afterwards' : undefined,
    ...statuses.map((each) => ([200, 401, 402].includes(each) ? undefined : `a generation responds ${each}`)),
    ...violations,
  ]);
}

/** The victim's ids, sent to the public API with another account's key. */
export async function requestWithForeignKey(cloud: EmbeddedCloud, victim: Victim): Promise<CheckResult> {
  const { send } = await addKeyOwner(cloud);
  const edit = {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: JSON.stringify({ operation: { kind: 'upscale' } }),
  };
  const outcomes: (string | undefined)[] = [];
  for (const id of [victim.finishedId, victim.editId, victim.creator.userId]) {
    const path = `/v1/thumbnails/${id}`;
    const statuses = [
      await send(path),
      await send(path, { method: 'DELETE' }),
      await send(`${path}/edits`, edit),
    ];
    outcomes.push(
      statuses.every((each) => each === 404) ? undefined : `${path} responds ${statuses.join(', ')}`,
    );
  }
  return toCheckResult('another user’s ids at the public API', outcomes);
}
