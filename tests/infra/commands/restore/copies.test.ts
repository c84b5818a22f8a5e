import { beforeEach, describe, expect, it } from 'vitest';
import { awsError, mockAws } from '../../support/aws.ts';
import { listSteps, mockRestorableStage, nameCopy, restore } from '../../support/restore.ts';

beforeEach(mockRestorableStage);

describe('the copies', () => {
  it('are awaited while DynamoDB makes them', async () => {
    const statuses = [awsError('ResourceNotFoundException'), 'CREATING', 'ACTIVE'];
    mockAws({
      DescribeTable: ({ input }) => {
        if (input['TableName'] !== nameCopy('DataUsers')) return { Table: { TableStatus: 'ACTIVE' } };
        const status = statuses.shift();
        return status instanceof Error ? status : { Table: { TableStatus: status } };
      },
    });

    expect(await restore({ dryRun: true })).toMatchObject({ result: 0, waits: [20_000, 20_000] });
  });

  it.each([
    ['the credentials expire', awsError('ExpiredTokenException'), { name: 'ExpiredTokenException' }],
    [
      'a copy is deleted',
      { Table: { TableStatus: 'DELETING' } },
      { message: expect.stringContaining('is DELETING') as string },
    ],
  ])('are not awaited if %s', async (_, answer, error) => {
    mockAws({ DescribeTable: answer });

    expect(await restore()).toMatchObject({ result: error, waits: [] });
    expect(listSteps()).toEqual([]);
  });

  it('are not awaited for more than a day', async () => {
    mockAws({ DescribeTable: { Table: { TableStatus: 'CREATING' } } });

    expect((await restore()).result).toMatchObject({
      message: expect.stringContaining('after a day') as string,
    });
  });
});
