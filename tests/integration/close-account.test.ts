import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { connectUserPool, newCreator, readConfig, type Creator, WELCOME } from '../support/cloud/creator.ts';
import { shareCloud } from './support/cloud.ts';
import { expectDeleted } from './support/invariants.ts';

/** After this time, no request from before the deletion can still be running. */
const SETTLED_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await newCreator(cloud);
});

const expectNothingLeft = (deleted: Creator) => expectDeleted(cloud, inspector, deleted);

/** Runs the scheduled function as it would run ten minutes from now. */
async function finishAccountDeletions(userId: string): Promise<unknown> {
  await inspector.backdate(userId, SETTLED_MS);
  return cloud.invoke('FinishClosings', {});
}

describe('deleting an account', () => {
  it('removes images, prompts, the sign-in and the credits, and keeps the ledger', async () => {
    await creator.generate('a secret castle');
    await creator.generate('[[filter]] a secret castle');
    const before = await inspector.ledger(creator.userId);
    await inspector.storeOrphanImage(creator.userId);

    expect(await creator.closeAccount()).toMatchObject({ status: 200, body: { closed: true } });

    await expectNothingLeft(creator);
    expect(await inspector.dump()).not.toContain('secret castle');
    const after = await inspector.ledger(creator.userId);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.filter((row) => !before.some(({ entryId }) => entryId === row.entryId))).toMatchObject([
      { entryId: 'closed', amount: -2 },
    ]);
  });
});

describe('an account that bought before accounts had mailboxes', () => {
  it('is known to its mailbox after its deletion, which finds the address in the user pool', async () => {
    const order = { priceId: LOCAL_PRICES.pro, userId: creator.userId };
    expect(await creator.post('/api/create-stripe-checkout', order)).toMatchObject({ status: 200 });
    const client = { region: cloud.region, credentials: LOCAL_CREDENTIALS };
    const dynamodb = new DynamoDBClient({ ...client, endpoint: cloud.endpoints.DYNAMODB });
    await dynamodb.send(
      new UpdateItemCommand({
        TableName: cloud.resource('DataUsers').ref,
        Key: { id: { S: creator.userId } },
        UpdateExpression: 'REMOVE mailbox',
      }),
    );

    expect(await creator.closeAccount()).toMatchObject({ status: 200, body: { closed: true } });

    await expectNothingLeft(creator);
    const mailboxes = await inspector.rows('DataWelcomedAddresses');
    const accounts = mailboxes.map((row) => [...((row['accounts'] as Set<string> | undefined) ?? [])]);
    expect(accounts.filter((ids) => ids.includes(creator.userId))).toEqual([[creator.userId]]);
  });
});

describe('the export of the users', () => {
  it('has the address of an account until it is deleted, and then no version of it', async () => {
    const client = { region: cloud.region, credentials: LOCAL_CREDENTIALS, endpoint: cloud.endpoints.S3 };
    const s3 = new S3Client(client);
    const Bucket = cloud.resource('UserExportBucket').ref;
    const Key = `users/${creator.userId}.json`;
    const exportUsers = () => cloud.invoke('ExportUsers', {});

    expect(await exportUsers()).toMatchObject({ stored: expect.any(Number) as number });

    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    const user = { sub: creator.userId, email: creator.email, status: 'CONFIRMED' };
    expect(await Body?.transformToString()).toBe(`${JSON.stringify(user)}\n`);
    // Adds a version of the object, as after a change of the address.
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'an older address' }));
    expect(await creator.closeAccount()).toMatchObject({ status: 200 });
    await exportUsers();
    const { Versions, DeleteMarkers } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }));
    expect([Versions, DeleteMarkers]).toEqual([undefined, undefined]);
  });
});

describe('an account whose user was deleted at Cognito', () => {
  it('is deleted by the scheduled functions, and an account with a user is not', async () => {
    const other = await newCreator(cloud);
    await creator.generate('a secret castle');
    for (const { userId } of [creator, other]) await inspector.backdateOpening(userId, 2 * DAY_MS);
    const { region, userPoolId: UserPoolId } = await readConfig(cloud);
    const user = { UserPoolId, Username: creator.userId };
    await connectUserPool(cloud, region).send(new AdminDeleteUserCommand(user));

    expect(await cloud.invoke('DeleteOrphanedAccounts', {})).toMatchObject({ deleted: [creator.userId] });
    expect(await finishAccountDeletions(creator.userId)).toMatchObject({ finished: 1 });

    await expectNothingLeft(creator);
    expect(await other.credits()).toBe(WELCOME);
  });
});
