import { beforeEach, describe, expect, it } from 'vitest';
import { listCalls, mockAws } from '../../support/aws.ts';
import { find, listWrites, mockRestorableStage, mockRows, readLock, restore } from '../../support/restore.ts';
import type { Row } from '../../support/tables.ts';

beforeEach(mockRestorableStage);

const USER = { createdAt: { S: '2026-11-01' }, id: { S: 'user' }, credits: { N: '7' }, packs: { M: {} } };
const ENTRY = {
  userId: { S: 'user' },
  entryId: { S: 'welcome' },
  kind: { S: 'welcome' },
  amount: { N: '7' },
};

describe('the users of a restoration', () => {
  const users = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...USER, id: { S: `user ${index}` } }));

  it('are asked for if the list does not have them', async () => {
    mockRows({ Users: { copy: [USER], now: [USER] }, Ledger: { copy: [ENTRY], now: [ENTRY] } });
    mockAws({ AdminGetUser: {} });

    expect(await restore()).toMatchObject({ result: 0 });
    expect(listCalls('AdminGetUser')).toMatchObject([{ input: { UserPoolId: 'pool', Username: 'user' } }]);
    expect(listWrites()).toEqual([]);
  });

  it.each([
    [2, 0],
    [209, 188],
  ])('are not believed to be gone if too many of %i are, because %i are there', async (count, known) => {
    mockRows({ Users: { copy: users(count), now: [] } });
    const Users = Array.from({ length: known }, (_, index) => ({ Username: `user ${index}` }));
    mockAws({ ListUsers: { Users } });

    const { result } = await restore();

    const message = `The user pool lacks ${count - known} of ${count} users.`;
    expect(result).toMatchObject({ message: expect.stringContaining(message) as string });
    expect(readLock()?.phase).toBe('stopping');
    expect(listWrites()).toEqual([]);
  });

  it('are closed if a credible number is gone', async () => {
    mockRows({ Users: { copy: users(2), now: [] } });
    mockAws({ ListUsers: { Users: [{ Username: 'user 0' }] } });

    expect(await restore()).toMatchObject({ result: 0 });
    const items = listWrites().filter(({ TableName }) => TableName === find('DataUsers'));
    expect(items.map(({ Item }) => (Item as Row)['closing']?.S)).toEqual([undefined, 'yes']);
  });
});
