import { beforeEach, describe, expect, it } from 'vitest';
import { awsError, listCalls, mockAws } from '../../support/aws.ts';
import {
  COMPLETION,
  listSteps,
  mockRestorableStage,
  mockRows,
  readLock,
  restore,
  resume,
  setLock,
  STARTS,
  STOPS,
} from '../../support/restore.ts';

beforeEach(mockRestorableStage);

const USER = { createdAt: { S: '2026-11-01' }, id: { S: 'user' }, credits: { N: '7' }, packs: { M: {} } };

describe('a restoration that is interrupted', () => {
  it('can be undone or repeated before a row is written', async () => {
    let calls = 0;
    mockAws({
      PutFunctionConcurrency: () => ((calls += 1) === 2 ? awsError('TooManyRequestsException') : {}),
    });

    const { result, warned } = await restore();

    expect(result).toMatchObject({ name: 'TooManyRequestsException' });
    expect(warned.at(-1)).toContain('No row was written');
    expect(await resume()).toMatchObject({ result: 0 });
    expect(listSteps().slice(2)).toEqual([
      ...COMPLETION.filter((step) => step !== 'invoke reconcile'),
      ...STARTS,
    ]);
  });

  it('is repeated, and not resumed, while only some rows are written', async () => {
    mockRows({ Users: { copy: [USER], now: [USER] } });
    mockAws({ AdminGetUser: {}, Query: awsError('ThrottlingException') });

    const { result, warned } = await restore();

    expect(result).toMatchObject({ name: 'ThrottlingException' });
    expect(warned.at(-1)).toContain('Run the command again: it continues.');
    expect(await resume()).toEqual({
      result: 1,
      warned: ['Only some rows are written. Run the command again with --to 2026-11-24T09:00:00.000Z.'],
    });
    expect(listSteps()).toEqual(STOPS);
    mockRows({});
    setLock('writing');
    expect(await restore()).toMatchObject({ result: 0 });
  });

  it('is resumed, and writes no row again, when the rows are written', async () => {
    mockAws({ DeleteFunctionConcurrency: awsError('TooManyRequestsException') });

    const { result, warned } = await restore();

    expect(result).toMatchObject({ name: 'TooManyRequestsException' });
    expect(warned.at(-1)).toBe('The rows are written, but functions are stopped. Continue with --resume.');
    mockAws({ DeleteFunctionConcurrency: {} });
    const scans = listCalls('Scan').length;
    // The documented repetition: users may have written since.
    expect(await restore()).toMatchObject({ result: 0 });
    expect(listCalls('Scan')).toHaveLength(scans);
  });

  it('writes the rows of another time again', async () => {
    setLock('written', new Date('2026-11-20T09:00:00Z'));

    expect(await restore()).toMatchObject({ result: 0 });
    expect(listCalls('Scan').length).toBeGreaterThan(0);
  });

  it('stops without starting a function when another run takes it over', async () => {
    mockAws({
      Scan: () => {
        setLock('writing');
        return { Items: [] };
      },
    });

    expect(await restore()).toMatchObject({
      result: { message: 'Another run has taken this restoration over. This run has stopped.' },
    });
    expect([listSteps(), readLock()?.phase]).toEqual([STOPS, 'writing']);
  });

  it('stops before the functions start when another run takes it over during the audit', async () => {
    mockAws({
      Invoke: ({ input: { FunctionName } }) => {
        if (FunctionName === 'audit') setLock('stopping');
        const report = {
          accounts: 0,
          drifting: 0,
          findings: [],
          more: 0,
          unsettled: [],
          reconciled: 0,
          failed: 0,
        };
        return { StatusCode: 200, Payload: Buffer.from(JSON.stringify(report)) };
      },
    });

    expect((await restore()).result).toBeInstanceOf(Error);
    expect(listSteps()).toEqual([...STOPS, ...COMPLETION]);
  });
});
