import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  paginateScan,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PACKS } from '../../contract/packs.ts';
import { createStripeCheckoutResponse } from '../../contract/purchase-schemas.ts';
import { TABLES } from '../../contract/tables.ts';
import { auditCommand } from '../../infra/commands/credits/audit.ts';
import { restoreImages } from '../../infra/commands/restore/restore-images.ts';
import {
  RESTORED_TABLES,
  restoreRows,
  type RestoredTable,
} from '../../infra/commands/restore/restore-rows.ts';
import { stripeReplayCommand } from '../../infra/commands/stripe-replay.ts';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { run } from '../infra/support/terminal.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { addCreator, WELCOME, type Creator } from '../support/cloud/creator.ts';
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

const findTable = (table: RestoredTable) =>
  cloud.resource(`Data${table.charAt(0).toUpperCase()}${table.slice(1)}`).ref;

/** The emulator cannot restore a table as of a time, so this makes a copy at the time itself. */
async function copyTable(table: RestoredTable) {
  const current = findTable(table);
  const copy = `${current}-copy`;
  const { key } = TABLES[table];
  await dynamodb.send(
    new CreateTableCommand({
      TableName: copy,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: key.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: key.map((AttributeName, index) => ({ AttributeName, KeyType: index ? 'RANGE' : 'HASH' })),
    }),
  );
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName: current })) {
    for (const Item of Items) await dynamodb.send(new PutItemCommand({ TableName: copy, Item }));
  }
  return [table, { current, copy }] as const;
}

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

const UNCHANGED = Object.fromEntries(
  RESTORED_TABLES.map((table) => [table, { written: 0, deleted: 0, refused: 0 }]),
);

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
  const options = { s3, dynamodb, bucket, thumbnails: findTable('thumbnails') };
  const Delete = { Objects: images.map((Key) => ({ Key })), Quiet: true };
  // Twice, as a deletion that is repeated.
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

it('brings the accounts of an earlier time back, without what was deleted since, and Stripe brings the payments since', async () => {
  const [creator, closed] = [await addCreator(cloud), await addCreator(cloud)];
  await buy(creator, 'starter');
  const [kept, deleted] = [await generate(creator), await generate(creator)];
  const since = new Date().toISOString();
  const pairs = await Promise.all(RESTORED_TABLES.map(copyTable));
  const tables = Object.fromEntries(pairs) as Record<RestoredTable, (typeof pairs)[number][1]>;

  const newer = await generate(creator);
  await buy(creator, 'pro');
  expect(await creator.delete(`/api/thumbnails/${deleted}`)).toMatchObject({ status: 200 });
  expect(await closed.closeAccount()).toMatchObject({ status: 200 });
  const later = await addCreator(cloud);
  await generate(later);
  // The damage: rows that are gone, and a balance that is wrong.
  await inspector.setBalance(creator.userId, 1_000);
  for (const { entryId } of await inspector.ledger(creator.userId)) {
    const Key = { userId: { S: creator.userId }, entryId: { S: entryId } };
    await dynamodb.send(new DeleteItemCommand({ TableName: tables.ledger.current, Key }));
  }
  const Key = { userId: { S: creator.userId }, generationId: { S: kept } };
  await dynamodb.send(new DeleteItemCommand({ TableName: tables.thumbnails.current, Key }));
  const damaged: unknown = JSON.parse(await inspector.dump());

  const planned = await restoreRows({ dynamodb, tables, dryRun: true });
  expect(JSON.parse(await inspector.dump())).toEqual(damaged);
  expect(await restoreRows({ dynamodb, tables, dryRun: false })).toEqual(planned);
  expect(planned).toEqual({
    users: { written: 1, deleted: 0, refused: 0 },
    // The welcome, the pack and the spends of two generations.
    ledger: { written: 4, deleted: 0, refused: 0 },
    purchases: { written: 0, deleted: 1, refused: 0 },
    thumbnails: { written: 1, deleted: 1, refused: 0 },
  });
  expect(await restoreRows({ dynamodb, tables, dryRun: false })).toEqual(UNCHANGED);

  expect(await inspector.balance(creator.userId)).toBe(WELCOME + PACKS.starter.credits - 2);
  const states = (await inspector.thumbnails(creator.userId)).map(
    ({ generationId, status }) => [generationId, status] as const,
  );
  expect(new Map(states)).toEqual(
    new Map([
      [kept, 'succeeded'],
      [deleted, 'deleted'],
    ]),
  );
  expect(states.map(([id]) => id)).not.toContain(newer);
  expect(await inspector.isClosed(closed.userId)).toBe(true);
  expect(await inspector.balance(later.userId)).toBe(WELCOME - 1);

  expect(await run(stripeReplayCommand, '--local', '--since', since)).toMatchObject({
    exitCode: 0,
    warned: '',
  });
  expect(await inspector.balance(creator.userId)).toBe(
    WELCOME + PACKS.starter.credits - 2 + PACKS.pro.credits,
  );
  expect(await inspector.purchases(creator.userId)).toHaveLength(2);
  expect(await run(auditCommand, '--local')).toMatchObject({ exitCode: 0 });
});
