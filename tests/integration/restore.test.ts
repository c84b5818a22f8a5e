import {
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PACKS } from '#contract/packs.ts';
import { createStripeCheckoutResponse } from '#contract/endpoints/purchase-schemas.ts';
import { TABLES } from '#contract/tables.ts';
import { restoreCommand } from '../../infra/commands/restore.ts';
import { takeLock } from '../../infra/commands/restore/lock.ts';
import { connectEmbeddedCloud, copyTables } from '../../infra/commands/restore/rehearse.ts';
import { restoreImages } from '../../infra/commands/restore/restore-images.ts';
import type { RestoredTable } from '../../infra/commands/restore/restore-rows.ts';
import { planStage, restoreStage } from '../../infra/commands/restore/restore-stage.ts';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { createTerminal, run, runAction } from '../infra/support/terminal.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { addCreator, WELCOME, type Creator } from '../support/cloud/creator.ts';
import { findDeletionViolations } from '../support/invariants.ts';
import { startCloud } from './support/cloud.ts';

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let dynamodb: DynamoDBClient;
let s3: S3Client;

beforeAll(async () => {
  cloud = await startCloud();
  inspector = inspectCloud(cloud);
  const client = { region: cloud.region, credentials: LOCAL_CREDENTIALS };
  dynamodb = new DynamoDBClient({ ...client, endpoint: cloud.endpoints.DYNAMODB });
  s3 = new S3Client({ ...client, endpoint: cloud.endpoints.S3 });
  vi.stubEnv('PORT', new URL(cloud.url).port);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await cloud.stop();
});

async function buy(creator: Creator, pack: keyof typeof LOCAL_PRICES): Promise<void> {
  const order = { priceId: LOCAL_PRICES[pack], userId: creator.userId };
  const { body } = await creator.post('/api/create-stripe-checkout', order);
  const { pathname } = new URL(createStripeCheckoutResponse.parse(body).checkoutUrl);
  cloud.stripe.controls.pay(pathname.split('/').at(-1) ?? '');
  await cloud.stripe.controls.idle();
}

async function generate(creator: Creator): Promise<string> {
  return String((await creator.generate('a castle')).body['generationId']);
}

it('brings deleted images back, without those of deleted thumbnails, accounts and uploads', async () => {
  const [creator, closed] = [await addCreator(cloud), await addCreator(cloud)];
  const [kept, deleted] = [await generate(creator), await generate(creator)];
  await generate(closed);
  await inspector.storeReferenceImage(creator.userId);
  expect(await creator.delete(`/api/thumbnails/${deleted}`)).toMatchObject({ status: 200 });
  expect(await closed.closeAccount()).toMatchObject({ status: 200 });
  const { url } = z.object({ url: z.string() }).parse((await creator.get(`/api/thumbnails/${kept}`)).body);
  const fetchImage = async () => {
    const response = await fetch(url);
    return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')];
  };
  const image = await fetchImage();
  expect(image[0]).toBe(200);
  const images = (await inspector.images(creator.userId)).filter((key) => key.startsWith('images/'));
  const bucket = cloud.resource('ImagesBucket').ref;
  const options = { s3, dynamodb, bucket, thumbnails: cloud.resource('DataThumbnails').ref };
  const Delete = { Objects: images.map((Key) => ({ Key })), Quiet: true };
  // The deletion runs twice, as a repeated deletion would.
  for (let run = 0; run < 2; run += 1) await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
  expect(await fetchImage()).toMatchObject([403, expect.anything()]);

  const count = { restored: images.length, lost: 0 };
  expect(await restoreImages({ ...options, dryRun: true })).toEqual(count);
  expect(await fetchImage()).toMatchObject([403, expect.anything()]);
  expect(await restoreImages({ ...options, dryRun: false })).toEqual(count);
  expect(await fetchImage()).toEqual(image);
  expect((await inspector.images(creator.userId)).filter((key) => key.startsWith('images/'))).toEqual(images);
  expect(await inspector.images(closed.userId)).toEqual([]);
  expect(await restoreImages({ ...options, dryRun: false })).toEqual({ restored: 0, lost: 0 });

  expect(await creator.closeAccount()).toMatchObject({ status: 200 });
  const { Versions, DeleteMarkers } = await s3.send(
    new ListObjectVersionsCommand({ Bucket: bucket, Prefix: 'references/' }),
  );
  expect([Versions, DeleteMarkers]).toEqual([undefined, undefined]);
});

it('brings a stage back, without what was deleted since and with what was paid, and audits it', async () => {
  const [creator, deleted, gone, booked] = [
    await addCreator(cloud),
    await addCreator(cloud),
    await addCreator(cloud),
    await addCreator(cloud),
  ];
  await buy(creator, 'starter');
  const [kept, removed] = [await generate(creator), await generate(creator)];
  await generate(gone);
  // The payment was made before the time and booked after it.
  cloud.stripe.controls.setMode({ kind: 'drop' });
  await buy(booked, 'starter');
  const target = await connectEmbeddedCloud();
  const to = new Date();
  const tables = await copyTables(target);

  cloud.stripe.controls.setMode({ kind: 'normal' });
  const newer = await generate(creator);
  await buy(creator, 'pro');
  expect(await creator.delete(`/api/thumbnails/${removed}`)).toMatchObject({ status: 200 });
  for (const user of [deleted, gone]) expect(await user.closeAccount()).toMatchObject({ status: 200 });
  const later = await addCreator(cloud);
  await generate(later);
  const removeRows = async (table: RestoredTable, rows: Record<string, string>[]) => {
    for (const row of rows) {
      const Key = Object.fromEntries(TABLES[table].key.map((name) => [name, { S: row[name] ?? '' }]));
      await dynamodb.send(new DeleteItemCommand({ TableName: tables[table].current, Key }));
    }
  };
  await inspector.setBalance(creator.userId, 1_000);
  const entries = await inspector.ledger(creator.userId);
  await removeRows(
    'ledger',
    entries.map(({ entryId }) => ({ userId: creator.userId, entryId })),
  );
  await removeRows('thumbnails', [{ userId: creator.userId, generationId: kept }]);
  // Only the user pool knows that this account is deleted.
  await removeRows('users', [{ id: gone.userId }, { id: later.userId }]);
  const damaged: unknown = JSON.parse(await inspector.dump());
  const { terminal, printed, warned } = createTerminal();

  expect(await planStage({ target, tables, terminal })).toBe(0);
  expect(JSON.parse(await inspector.dump())).toEqual(damaged);
  const lock = await takeLock(target, to.toISOString());
  expect([await restoreStage({ target, lock, tables, terminal }), warned]).toEqual([0, []]);
  expect(printed[3]).toBe(printed[0]);

  expect(await inspector.balance(creator.userId)).toBe(
    WELCOME + PACKS.starter.credits - 2 + PACKS.pro.credits,
  );
  expect(await inspector.purchases(creator.userId)).toHaveLength(2);
  expect(await inspector.balance(booked.userId)).toBe(WELCOME + PACKS.starter.credits);
  const states = (await inspector.thumbnails(creator.userId)).map(({ generationId, status }) => [
    generationId,
    status,
  ]);
  expect(Object.fromEntries(states)).toEqual({ [kept]: 'succeeded', [removed]: 'deleted' });
  expect(states.flat()).not.toContain(newer);
  for (const { userId } of [deleted, gone]) {
    expect(await inspector.isClosed(userId)).toBe(true);
    expect(await inspector.thumbnails(userId)).toEqual([]);
  }
  expect(await inspector.balance(later.userId)).toBe(WELCOME);

  // The deletions are done again.
  for (const { userId } of [deleted, gone]) await inspector.backdate(userId);
  await cloud.invoke('FinishClosings', {});
  for (const { userId } of [deleted, gone])
    expect(await findDeletionViolations(cloud, inspector, userId)).toEqual([]);
  expect(await runAction('audit', '--local')).toMatchObject({ exitCode: 0 });
  for (const pair of Object.values(tables))
    await dynamodb.send(new DeleteTableCommand({ TableName: pair.copy }));
});

it('rehearses a restoration with one command', async () => {
  const creator = await addCreator(cloud);
  await buy(creator, 'starter');
  await generate(creator);

  const { exitCode, printed, warned } = await run(restoreCommand, '--stage', 'local', '--rehearse');

  expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: '' });
  expect(printed).toMatch(/\n[1-9]\d* rows are damaged\.\n/);
  expect(printed).toMatch(/0 rows differ from their copies\.$/);
  expect(await inspector.balance(creator.userId)).toBe(WELCOME + PACKS.starter.credits - 1);
});

it('damages nothing in a rehearsal that could not restore it', async () => {
  const TableName = cloud.resource('DataUsers').ref;
  const ids = Array.from({ length: 25 }, (_, index) => ({ id: { S: `unknown to the pool ${index}` } }));
  for (const Item of ids) await dynamodb.send(new PutItemCommand({ TableName, Item }));
  const before: unknown = JSON.parse(await inspector.dump());

  const { exitCode, warned } = await run(restoreCommand, '--stage', 'local', '--rehearse');

  expect(exitCode).toBe(1);
  expect(warned).toContain('The user pool lacks 25 of');
  expect(JSON.parse(await inspector.dump())).toEqual(before);
  for (const Key of ids) await dynamodb.send(new DeleteItemCommand({ TableName, Key }));
});
