import { beforeEach, describe, expect, it } from 'vitest';
import { awsError, listCalls, mockAws } from '../../support/aws.ts';
import {
  COMPLETION,
  listSteps,
  mockRestorableStage,
  nameCopy,
  restore,
  resume,
  setLock,
  STARTS,
  STOPS,
} from '../../support/restore.ts';

const OTHER = new Date('2026-11-20T09:00:00Z');

beforeEach(mockRestorableStage);

describe('a restoration of which another run has taken the lock', () => {
  it('writes no row again when the rows are written', async () => {
    setLock('written');

    // Users may have written since.
    expect(await restore()).toMatchObject({ result: 0 });
    expect([listCalls('Scan'), listSteps()]).toEqual([[], [...COMPLETION, ...STARTS]]);
  });

  it('writes the rows of another time again', async () => {
    setLock('written', OTHER);

    expect(await restore()).toMatchObject({ result: 0 });
    expect([listCalls('Scan').length > 0, listSteps()]).toEqual([true, [...STOPS, ...COMPLETION, ...STARTS]]);
  });

  it('is refused for another time while functions are started', async () => {
    setLock('starting', OTHER);

    expect(String((await restore()).result)).toContain('Complete it first: --resume.');
    expect(await restore({ to: OTHER })).toMatchObject({ result: 0 });
    expect(listSteps()).toEqual(STARTS);
  });

  it('is undone by --resume, without the payments, before a row is written', async () => {
    setLock('stopping');

    expect(await resume()).toMatchObject({
      result: 0,
      text: expect.not.stringContaining('--images') as string,
    });
    expect(listSteps()).toEqual([...COMPLETION.filter((step) => step !== 'invoke reconcile'), ...STARTS]);
  });

  it('is continued by --resume while only some rows are written, and names the copies to delete', async () => {
    setLock('writing', OTHER);

    const { result, text } = await resume();

    expect(result).toBe(0);
    expect(listSteps()).toEqual([...STOPS, ...COMPLETION, ...STARTS]);
    expect(text).toContain(
      `  aws dynamodb delete-table --region us-west-2 --table-name ${nameCopy('DataUsers', OTHER)}`,
    );
  });

  it('can be opened by force while Stripe or the audit does not answer, and says so', async () => {
    setLock('written');
    mockAws({ Invoke: awsError('TooManyRequestsException') });

    const failed = await resume();

    expect(failed.result).toMatchObject({ name: 'TooManyRequestsException' });
    expect(failed.warned.at(-1)).toContain('--resume --force');
    expect(await resume({ force: true })).toMatchObject({ result: 0 });
    expect(listSteps().slice(-4)).toEqual(STARTS);
  });

  it('is not opened if Stripe no longer lists the payments', async () => {
    setLock('written', new Date(Date.now() - 28 * 86_400_000));

    const { result, warned } = await resume();

    expect(result).toBe(1);
    expect(warned[0]).toBe('Stripe no longer lists the oldest events. Compare those payments by hand.');
  });
});
