import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { DeleteObjectsCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import * as metrics from '../../functions/platform/metrics.ts';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  deletedImages,
  dynamodb,
  failSettle,
  hangUntilAborted,
  ledgerEntries,
  refused,
  s3,
  timedOut,
  untouched,
} from './support/cloud.ts';
import { errorBody } from './support/event.ts';
import { generate, INTERNAL_ERROR, REFUNDED, UNAVAILABLE } from './support/generation.ts';
import { captureLogs } from './support/logs.ts';
import { rawAnswer } from './support/models.ts';
import { failedRow, GENERATION, IMAGE_KEYS, succeededRow } from './support/thumbnail-rows.ts';

// Lasting conflicts and repetitions of these calls are in `state/` and in tests/prove/faults, which have the tables.

const accessDenied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} });
const slowDown = new S3ServiceException({ name: 'SlowDown', $fault: 'server', $metadata: {} });
/** The refund is the transaction after the reserve. */
const failRefund = (error: Error) => dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);

beforeEach(cloudWorks);

it.each<[string, Error, number, ErrorCode]>([
  ['does not respond in time', timedOut(), 503, 'model_unavailable'],
  ['rejects it as invalid', cancelled({ Code: 'ValidationError' }, untouched, untouched), 500, 'internal'],
])('a reserve may have taken the credit when DynamoDB %s: refund-abandoned refunds it', async (...row) => {
  const [, error, status, code] = row;
  dynamodb.on(TransactWriteCommand).rejects(error);

  const answer = await generate();

  expect([answer.status, answer.body]).toEqual([status, errorBody(code, { charge: 'returning' })]);
  expect(callsMade()).toEqual(['TransactWriteCommand']);
});

it.each([
  ['S3 denies access', () => s3.on(PutObjectCommand).rejects(accessDenied), 29_000, INTERNAL_ERROR],
  ['S3 is overloaded', () => s3.on(PutObjectCommand).rejects(slowDown), 29_000, UNAVAILABLE],
  [
    'S3 does not respond',
    () => s3.on(PutObjectCommand).callsFake(() => hangUntilAborted(s3)),
    2_520,
    UNAVAILABLE,
  ],
  ['the settle fails', failSettle, 29_000, UNAVAILABLE],
])('an image is counted, refunded, then deleted, because %s', async (_, prepare, remainingMs, expected) => {
  prepare();

  expect(await generate({}, { remainingMs })).toMatchObject(expected);

  expect(ledgerEntries()).toEqual(REFUNDED);
  expect(deletedImages()).toEqual(IMAGE_KEYS);
  expect(callsMade().slice(-3)).toEqual(['UpdateCommand', 'TransactWriteCommand', 'DeleteObjectsCommand']);
  expect(metrics.countRefund).toHaveBeenCalledOnce();
});

it('an image that cannot be deleted is refunded and logged', async () => {
  failSettle();
  s3.on(DeleteObjectsCommand).rejects(accessDenied);
  const logs = captureLogs();

  expect(await generate()).toMatchObject(UNAVAILABLE);

  expect(logs.lines('images not deleted')).toMatchObject([{ level: 'WARN', cause: accessDenied.name }]);
  expect(ledgerEntries()).toEqual(REFUNDED);
});

it('a settle whose response was lost succeeds when the refund finds the succeeded thumbnail', async () => {
  failSettle();
  failRefund(cancelled(refused({ ...succeededRow() }), untouched, untouched));

  expect(await generate()).toMatchObject({ status: 200, body: { generationId: GENERATION } });

  expect(deletedImages()).toEqual([]);
  expect(metrics.countRefund).not.toHaveBeenCalled();
});

it('a settle that fails after the refund was booked is not refunded a second time', async () => {
  failSettle();
  failRefund(cancelled(refused(failedRow()), refused(), untouched));

  expect(await generate()).toMatchObject(UNAVAILABLE);

  expect(deletedImages()).toEqual(IMAGE_KEYS);
  expect(metrics.countRefund).not.toHaveBeenCalled();
});

it.each([
  ['its response is lost', timedOut()],
  ['there is no account', cancelled(untouched, untouched, refused())],
])(
  'a refund that fails because %s is announced and counted, and the generation stays pending',
  async (...row) => {
    const [, error] = row;
    bedrock.on(InvokeModelCommand).resolves(rawAnswer('{"finish_reasons":["Filter reason: prompt"]}'));
    failRefund(error);

    expect(await generate()).toMatchObject({
      status: 422,
      body: { code: 'content_filtered', charge: 'returning' },
    });

    expect(callsMade()).toEqual([
      'TransactWriteCommand',
      'InvokeModelCommand',
      'UpdateCommand',
      'TransactWriteCommand',
    ]);
    expect(metrics.countRefundFailure).toHaveBeenCalledOnce();
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(metrics.countGeneration).not.toHaveBeenCalled();
  },
);
