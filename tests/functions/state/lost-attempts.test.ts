import type { HttpRequest } from '@smithy/core/protocols';
import { Readable } from 'node:stream';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { dynamodb } from '../../../functions/platform/aws-clients.ts';
import { timedOut } from '../support/aws-errors.ts';
import * as db from './support/database.ts';
import { generate, prepareGeneration } from './support/generation.ts';

const THROTTLED = JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' });

/** Throttles every transaction; of the first attempt, optionally only the response is lost. */
function throttle({ isFirstWritten }: { isFirstWritten: boolean }): void {
  const { requestHandler } = dynamodb.config;
  const send = requestHandler.handle.bind(requestHandler);
  let attempts = 0;
  const handle = vi
    .spyOn(requestHandler, 'handle')
    .mockImplementation(async (request: HttpRequest, options) => {
      if (!String(request.headers['x-amz-target']).endsWith('TransactWriteItems'))
        return send(request, options);
      attempts += 1;
      if (attempts === 1 && isFirstWritten) {
        await send(request, options);
        throw timedOut();
      }
      const headers = { 'content-type': 'application/x-amz-json-1.0' };
      return { response: { statusCode: 400, headers, body: Readable.from([Buffer.from(THROTTLED)]) } };
    });
  onTestFinished(() => handle.mockRestore());
}

beforeEach(() => {
  prepareGeneration();
  // The pauses between the attempts are random. The shortest pauses have no length.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

it.each([
  { isFirstWritten: false, status: 429, charge: 'none', balance: 5 },
  { isFirstWritten: true, status: 503, charge: 'returning', balance: 4 },
])(
  'a throttled call took no credit unless an attempt before it lost its response: $isFirstWritten',
  async ({ isFirstWritten, status, charge, balance }) => {
    const user = db.newUser();
    await db.putUser(user, 5);
    throttle({ isFirstWritten });

    expect(await generate(user, db.newGeneration())).toMatchObject({ status, body: { charge } });

    expect(await db.readBalance(user)).toBe(balance);
  },
);
