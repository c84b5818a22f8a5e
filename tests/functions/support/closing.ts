import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
  type AdminDeleteUserCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  type DeleteObjectsCommandInput,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { s3 } from './cloud.ts';
import { USER } from './event.ts';
import { pendingRow, succeededRow } from './thumbnail-rows.ts';
import { openAccount, putRow, tablesWork } from './tables.ts';

const cognito = mockClient(CognitoIdentityProviderClient);

/** Pictures in a page of S3's listing. */
const PAGE_SIZE = 2;

let images = new Set<string>();
let users = new Set<string>();

export const imagesLeft = () => [...images];
export const usersLeft = () => [...users];
export const deletionsAsked = () =>
  cognito.commandCalls(AdminDeleteUserCommand).map(({ args: [{ input }] }) => input);

type Service = 'list' | 'delete images' | 'delete user';

/** What the next call to a service throws, or what it answers instead of doing it. */
let instead = new Map<Service, Error | object>();

/** Prepares tables, a bucket and a user pool that are empty, and work. */
export function closingWorks(): void {
  tablesWork();
  cognito.reset();
  images = new Set();
  users = new Set();
  instead = new Map();
  s3.on(ListObjectsV2Command).callsFake((input: ListObjectsV2CommandInput) => run('list', () => list(input)));
  s3.on(DeleteObjectsCommand).callsFake((input: DeleteObjectsCommandInput) =>
    run('delete images', () => remove(input)),
  );
  cognito.on(AdminDeleteUserCommand).callsFake(({ Username = '' }: AdminDeleteUserCommandInput) =>
    run('delete user', () => {
      if (!users.delete(Username)) throw new UserNotFoundException({ message: '', $metadata: {} });
      return {};
    }),
  );
}

/** Lets the next call to S3 or Cognito fail, or answer this with nothing done. */
export function failOnce(service: Service, failure: Error | object): void {
  instead.set(service, failure);
}

async function run(service: Service, work: () => object): Promise<object> {
  const other = instead.get(service);
  instead.delete(service);
  if (other instanceof Error) throw other;
  return Promise.resolve(other ?? work());
}

/** A user with some of everything: 7 credits, two images and a pending generation. */
export function someoneWithEverything(userId = USER): void {
  users.add(userId);
  openAccount(7, {
    id: userId,
    createdAt: '2026-11-20T09:00:00.000Z',
    stripeCustomerId: 'cus_1',
  });
  putRow('ledger', { userId, entryId: 'purchase#cs_1', kind: 'purchase', amount: 10, ref: 'cs_1' });
  const rows = { 1: succeededRow, 2: succeededRow, 3: pendingRow };
  for (const [n, row] of Object.entries(rows)) {
    const ref = idOf(Number(n));
    putRow('ledger', { userId, entryId: `spend#${ref}`, kind: 'spend', amount: -1, ref });
    const underWay = { pendingShard: '3', startedAt: '2026-11-21T09:00:00.000Z' };
    putRow('thumbnails', { ...row({ userId, generationId: ref }), ...(n === '3' && underWay) });
    images.add(`thumbnails/${userId}/${ref}.png`);
  }
  // One of a generation that nobody remembers.
  images.add(`thumbnails/${userId}/orphan.png`);
  const bought = { userId, credits: 10, state: 'paid' };
  putRow('purchases', { ...bought, id: 'cs_1', receiptUrl: 'https://pay.stripe.com/receipts/1' });
  putRow('purchases', { ...bought, id: 'cs_2', receiptUrl: 'https://pay.stripe.com/receipts/2' });
  putRow('purchases', { ...bought, id: 'cs_3', state: 'pending' });
}

export function idOf(n: number): string {
  return `0f8fad5b-d9cb-469f-a165-70867728950${n}`;
}

/** A picture that comes late. */
export function storeLate(userId = USER): void {
  images.add(`thumbnails/${userId}/late.png`);
}

function list({ Prefix = '', ContinuationToken = '' }: ListObjectsV2CommandInput) {
  const found = [...images].filter((key) => key.startsWith(Prefix) && key > ContinuationToken).sort();
  const page = found.slice(0, PAGE_SIZE);
  return {
    Contents: page.map((Key) => ({ Key })),
    IsTruncated: found.length > PAGE_SIZE,
    ...(found.length > PAGE_SIZE && { NextContinuationToken: page.at(-1) }),
  };
}

function remove({ Delete }: DeleteObjectsCommandInput) {
  for (const { Key = '' } of Delete?.Objects ?? []) images.delete(Key);
  return {};
}
