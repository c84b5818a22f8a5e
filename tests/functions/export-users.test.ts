import {
  CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserStatusType,
} from '@aws-sdk/client-cognito-identity-provider';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { handler } from '../../functions/export-users.ts';
import { resetCloud, s3 } from './support/cloud.ts';
import { lambdaContext } from './support/event.ts';

const cognito = mockClient(CognitoIdentityProviderClient);
const run = () => handler({} as ScheduledEvent, lambdaContext());
const STORED = new Date('2026-11-24T09:00:00Z');

const createUser = (Username: string, modified: string, UserStatus: UserStatusType = 'CONFIRMED') => ({
  Username,
  UserStatus,
  UserLastModifiedDate: new Date(modified),
  Attributes: [{ Name: 'email', Value: `${Username}@example.com` }],
});
const list = (...users: ReturnType<typeof createUser>[]) =>
  cognito
    .on(ListUsersCommand)
    .resolvesOnce({ Users: users.slice(0, 3), PaginationToken: 'next' })
    .resolvesOnce({ Users: users.slice(3) });
const stored = () =>
  s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => [input.Bucket, input.Key, input.Body]);

beforeEach(() => {
  resetCloud();
  cognito.reset();
  s3.on(ListObjectsV2Command, { Bucket: 'user-export', Prefix: 'users/' }).resolves({
    Contents: ['same', 'changed'].map((id) => ({ Key: `users/${id}.json`, LastModified: STORED })),
  });
  s3.on(PutObjectCommand).resolves({});
});

it('stores the address and the status of confirmed users that are new or changed, and deletes nothing', async () => {
  list(
    createUser('same', '2026-11-24T08:59:59Z'),
    createUser('unconfirmed', '2026-11-24T10:00:00Z', 'UNCONFIRMED'),
    createUser('changed', '2026-11-24T09:00:00Z', 'RESET_REQUIRED'),
    createUser('new', '2026-11-20T09:00:00Z'),
  );

  expect(await run()).toEqual({ users: 3, stored: 2 });

  expect(stored()).toEqual([
    [
      'user-export',
      'users/changed.json',
      '{"sub":"changed","email":"changed@example.com","status":"RESET_REQUIRED"}\n',
    ],
    ['user-export', 'users/new.json', '{"sub":"new","email":"new@example.com","status":"CONFIRMED"}\n'],
  ]);
  expect(new Set(s3.calls().map(({ args: [command] }) => command.constructor.name))).toEqual(
    new Set(['ListObjectsV2Command', 'PutObjectCommand']),
  );
});

it('keeps the export of a user pool that has lost its users', async () => {
  list();

  expect(await run()).toEqual({ users: 0, stored: 0 });
  expect(stored()).toEqual([]);
});

it('fails when S3 does not store a user, so that the alarm counts it', async () => {
  list(createUser('new', '2026-11-20T09:00:00Z'));
  s3.on(PutObjectCommand).rejects(new Error('S3 failed.'));

  await expect(run()).rejects.toThrow('S3 failed.');
});
