import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  UserNotFoundException,
  type AdminDeleteUserCommandInput,
  type AdminGetUserCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type DeleteObjectsCommandInput,
  type ListObjectsV2CommandInput,
  type ListObjectVersionsCommandInput,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { BRAND } from '../../../support/designs.ts';
import * as db from './database.ts';
import { ledgerItem, thumbnailItem } from './items.ts';
import { preparePayments } from './payments.ts';
import { cognito, prepareEmails, s3 } from './services.ts';

/** Images per page of S3's listing in these tests. */
const PAGE_SIZE = 2;

/** The keys in the bucket, and the addresses of the users in the user pool. */
export const images = new Set<string>();
export const signIns = new Map<string, string>();

type Service = 'the list of images' | 'the deletion of images' | 'the deletion of the sign-in';

/** For each service, the error that its next call throws, or the answer that the call returns without doing anything. */
const failures = new Map<Service, Error | object>();

export function failService(service: Service, failure: Error | object): void {
  failures.set(service, failure);
}

/** Prepares an empty bucket, an empty user pool, e-mails, and Stripe. */
export function prepareServices(): void {
  preparePayments();
  prepareEmails();
  cognito.reset();
  s3.reset();
  images.clear();
  signIns.clear();
  failures.clear();
  s3.on(ListObjectsV2Command).callsFake((input: ListObjectsV2CommandInput) =>
    run('the list of images', () => listImages(input)),
  );
  s3.on(ListObjectVersionsCommand).callsFake(({ Prefix = '' }: ListObjectVersionsCommandInput) => {
    const found = [...images].filter((key) => key.startsWith(Prefix));
    return { Versions: found.map((Key) => ({ Key, VersionId: '1' })) };
  });
  s3.on(DeleteObjectsCommand).callsFake(({ Delete }: DeleteObjectsCommandInput) =>
    run('the deletion of images', () => {
      for (const { Key = '' } of Delete?.Objects ?? []) images.delete(Key);
      return {};
    }),
  );
  cognito.on(AdminGetUserCommand).callsFake(({ Username = '' }: AdminGetUserCommandInput) => {
    const email = signIns.get(Username);
    if (email === undefined) throw new UserNotFoundException({ message: '', $metadata: {} });
    const attributes = { email, email_verified: 'true' };
    return { UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })) };
  });
  cognito.on(AdminDeleteUserCommand).callsFake(({ Username = '' }: AdminDeleteUserCommandInput) =>
    run('the deletion of the sign-in', () => {
      if (!signIns.delete(Username)) throw new UserNotFoundException({ message: '', $metadata: {} });
      return {};
    }),
  );
}

function run(service: Service, work: () => object): object {
  const failure = failures.get(service);
  failures.delete(service);
  if (failure instanceof Error) throw failure;
  return failure ?? work();
}

function listImages({ Prefix = '', ContinuationToken = '' }: ListObjectsV2CommandInput) {
  const found = [...images].filter((key) => key.startsWith(Prefix) && key > ContinuationToken).sort();
  const page = found.slice(0, PAGE_SIZE);
  return {
    Contents: page.map((Key) => ({ Key })),
    IsTruncated: found.length > PAGE_SIZE,
    ...(found.length > PAGE_SIZE && { NextContinuationToken: page.at(-1) }),
  };
}

/** Creates a user with 7 credits, two images, a reference image, a pending generation, purchases and a Stripe customer. */
export async function createFullUser(): Promise<{ user: string; pendingId: string }> {
  const user = db.newUser();
  const ids = [db.newGeneration(), db.newGeneration()];
  const pendingId = db.newGeneration('3');
  signIns.set(user, `${user}@example.com`);
  for (const name of [...ids, pendingId, 'without-record']) images.add(`images/${user}/${name}.png`);
  images.add(`references/${user}/${randomUUID()}`);
  const receipt = { receiptUrl: 'https://pay.stripe.com/receipts/1' };
  const purchase = { userId: user, credits: 10, createdAt: '2026-11-20T09:00:00.000Z' };
  await Promise.all([
    db.putUser(user, 7, { stripeCustomerId: 'cus_1' }),
    db.putItem('welcomedAddresses', { id: `accounts#mailbox-of-${user}`, accounts: new Set([user]) }),
    db.putItem('ledger', ledgerItem(user, 'purchase', 'cs_1', 10)),
    ...[...ids, pendingId].map((id) => db.putItem('ledger', ledgerItem(user, 'spend', id, -1))),
    ...ids.map((id) => db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'))),
    db.putItem('thumbnails', thumbnailItem(user, pendingId, 'pending')),
    db.putItem('brandKits', { userId: user, brand: JSON.stringify(BRAND), version: 1 }),
    db.putItem('purchases', { ...purchase, id: 'cs_1', state: 'paid', ...receipt }),
    db.putItem('purchases', { ...purchase, id: 'cs_2', state: 'paid', ...receipt }),
    db.putItem('purchases', { ...purchase, id: 'cs_3', state: 'pending' }),
  ]);
  return { user, pendingId };
}
