import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { restoreCommand } from '../../../infra/commands/restore.ts';
import { createTemplate, interceptCalls, listCalls, mockAws } from '../support/aws.ts';
import { runOnDev } from '../support/operators.ts';
import {
  COMPLETION,
  find,
  listSteps,
  listWrites,
  LOCKS,
  mockFindings,
  mockRestorableStage,
  mockRows,
  nameCopy,
  readLock,
  restore,
  resume,
  STARTS,
  STOPS,
  tables,
  TO,
} from '../support/restore.ts';
import { run } from '../support/terminal.ts';

beforeEach(mockRestorableStage);

const USER = { createdAt: { S: '2026-11-01' }, id: { S: 'user' }, credits: { N: '7' }, packs: { M: {} } };
const ENTRY = {
  userId: { S: 'user' },
  entryId: { S: 'welcome' },
  kind: { S: 'welcome' },
  amount: { N: '7' },
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('the restoration of a stage', () => {
  it('copies the tables, stops the functions, and starts them after the payments and the audit', async () => {
    const { result, waits, text } = await restore();

    expect(result).toBe(0);
    const names = ['Users', 'Thumbnails', 'Ledger', 'Purchases', 'BrandKits', 'WelcomedAddresses'];
    expect(listCalls('RestoreTableToPointInTime').map(({ input }) => input)).toEqual(
      names.map((name) => ({
        SourceTableName: find(`Data${name}`),
        TargetTableName: nameCopy(`Data${name}`),
        RestoreDateTime: TO,
        GlobalSecondaryIndexOverride: [],
      })),
    );
    expect(listSteps()).toEqual([...STOPS, ...COMPLETION, ...STARTS]);
    expect(waits).toEqual([240_000]);
    // Payments may have been booked three days after they were made.
    expect(listCalls('Invoke')[0]?.input['Payload']).toContain('"since":"2026-11-21T09:00:00.000Z"');
    expect(readLock()).toBeUndefined();
    expect(text).toContain('npm run restore -- --stage dev --images');
    // A payment may have been booked later, e.g. by the operator.
    expect(text).toMatch(/npm run stripe:replay -- --stage dev --since 20/);
  });

  it('reads the rows only after the functions are stopped', async () => {
    await restore();

    const order = listCalls().map(({ operation }) => operation);
    const before = order.slice(0, order.indexOf('Scan'));
    expect(before.filter((name) => name === 'PutFunctionConcurrency')).toHaveLength(STOPS.length);
    expect(before).not.toContain('Invoke');
    expect(order.slice(order.indexOf('Invoke'))).not.toContain('Scan');
  });

  it('writes a row only if it is as it was read, and has no attribute of an account more', async () => {
    mockRows({
      Users: { copy: [USER], now: [{ ...USER, credits: { N: '1' } }] },
      Ledger: { copy: [ENTRY], now: [ENTRY] },
    });
    mockAws({ ListUsers: { Users: [{ Username: 'user' }] } });

    expect(await restore()).toMatchObject({ result: 0 });

    const writes = listWrites();
    expect(writes).toMatchObject([{ TableName: find('DataUsers'), Item: USER }]);
    const { ConditionExpression, ExpressionAttributeNames: names } = writes[0] ?? {};
    const findName = (attribute: string) =>
      Object.entries(names as Record<string, string>).find(([, name]) => name === attribute)?.[0];
    expect(ConditionExpression).toContain(`attribute_not_exists(${findName('closedAt')})`);
    expect(ConditionExpression).toContain(`attribute_not_exists(${findName('suspendedAt')})`);
    expect(ConditionExpression).toContain(`${findName('credits')} = :v`);
  });

  it('brings lost mailboxes and the salt of all of them back, and keeps what happened to the others', async () => {
    const mailbox = (id: string, ...accounts: string[]) => ({ id: { S: id }, accounts: { SS: accounts } });
    const salt = (text: string) => ({ id: { S: 'salt' }, salt: { S: text } });
    const lost = mailbox('accounts#lost', 'user');
    mockRows({
      WelcomedAddresses: {
        copy: [salt('old'), lost, mailbox('accounts#kept', 'user')],
        now: [salt('new'), mailbox('accounts#kept', 'user', 'later'), mailbox('accounts#later', 'later')],
      },
    });

    expect(await restore()).toMatchObject({ result: 0 });

    const writes = listCalls('PutItem').filter(({ input }) => input['TableName'] !== LOCKS);
    expect(writes.map(({ input }) => input['Item'])).toEqual([salt('old'), lost]);
    expect(listCalls('DeleteItem').map(({ input }) => input['TableName'])).toEqual([LOCKS]);
  });

  it('does not touch the API keys, nor the limits except for its lock', async () => {
    mockRows({ Users: { copy: [USER], now: [] }, Ledger: { copy: [ENTRY], now: [] } });
    mockAws({ ListUsers: { Users: [{ Username: 'user' }] } });

    expect(await restore()).toMatchObject({ result: 0 });

    const inputs = listCalls().map(({ input }) => input);
    const names = ['Users', 'Thumbnails', 'Ledger', 'Purchases', 'BrandKits', 'WelcomedAddresses'];
    const restored = names.map((name) => find(`Data${name}`));
    const touched = new Set(inputs.flatMap(({ TableName }) => (TableName === undefined ? [] : [TableName])));
    expect(touched).toEqual(new Set([...restored, ...names.map((name) => nameCopy(`Data${name}`)), LOCKS]));
    const locked = inputs.filter(({ TableName }) => TableName === LOCKS);
    const key = { subject: { S: 'restore' }, window: { S: 'lock' } };
    for (const { Key, Item = Key } of locked) expect(Item).toMatchObject(key);
  });

  it('leaves the functions stopped if a row changed meanwhile, and says to run it again', async () => {
    mockRows({ Ledger: { copy: [ENTRY], now: [] } });
    interceptCalls(({ operation, input }) => {
      if (operation !== 'PutItem' || input['TableName'] !== find('DataUsers')) return;
      tables.replace(find('DataUsers'), [{ ...USER, credits: { N: '9' } }]);
      tables.replace(find('DataLedger'), [{ ...ENTRY, amount: { N: '9' } }]);
    });

    const { result, text, warned } = await restore();

    expect(result).toBe(1);
    expect(text).toMatch(/users +0 +0 +1\n.*\nledger +0 +0 +1\n/);
    expect(warned).toEqual([
      'Rows changed meanwhile, and the functions are still stopped. Continue with --resume.',
    ]);
    expect([listSteps(), readLock()?.phase]).toEqual([STOPS, 'writing']);
  });

  it.each([
    ['an account has findings', 1, { reconciled: 1, failed: 0 }],
    ['a payment could not be booked', 0, { reconciled: 1, failed: 1 }],
    ['a paid payment matches no pack', 0, { reconciled: 1, failed: 0, unmatched: 1 }],
  ])('keeps the users out if %s', async (_, drifting, replay) => {
    mockFindings(drifting, replay);

    const { result, warned } = await restore();

    expect(result).toBe(1);
    expect(listSteps()).toEqual([...STOPS, ...COMPLETION]);
    expect(warned.at(-1)).toContain('continue with --resume, or with --resume --force');
    expect(readLock()).toEqual({ to: TO.toISOString(), phase: 'written' });
    expect(await resume()).toMatchObject({ result: 1 });
    expect(listSteps()).not.toContain('Generate 40');
    expect(await resume({ force: true })).toMatchObject({ result: 0 });
    expect(listSteps().slice(-4)).toEqual(STARTS);
  });

  it('tries a change of a function, and a call of a table, ten times while it is throttled', async () => {
    await restore();

    const patient = listCalls().filter(({ maxAttempts }) => maxAttempts === 10);
    const operations = [...new Set(patient.map(({ operation }) => operation))].toSorted();
    expect(operations).toEqual([
      ...['DeleteFunctionConcurrency', 'DeleteItem', 'DescribeTable', 'GetItem'],
      ...['PutFunctionConcurrency', 'PutItem', 'RestoreTableToPointInTime', 'Scan'],
    ]);
    expect(listCalls('Invoke').map(({ maxAttempts }) => maxAttempts)).toEqual([1, 1, 1]);
  });

  it('needs the permissions that docs/recovery.md lists', async () => {
    const text = await readFile(new URL('../../../docs/recovery.md', import.meta.url), 'utf8');
    const [, list = ''] =
      /You need (`cloudformation:DescribeStacks`, `GetTemplate`[^]*?)\n\n/.exec(text) ?? [];
    mockRows({
      Users: { copy: [USER], now: [USER] },
      Ledger: { copy: [ENTRY], now: [] },
      Thumbnails: { copy: [], now: [{ userId: { S: 'user' }, generationId: { S: 'newer' } }] },
    });
    mockAws({ AdminGetUser: {} });

    await restore();

    const operations = listCalls().map(({ operation }) =>
      operation === 'Invoke' ? 'InvokeFunction' : operation,
    );
    // DynamoDB makes a copy with the caller's permissions. The last one is for the printed commands.
    const others = [
      'Scan',
      'Query',
      'GetItem',
      'BatchWriteItem',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'DeleteTable',
    ];
    const listed = [...list.matchAll(/`(?:\w[\w-]*:)?(\w+)`/g)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set([...operations, ...others]));
  });

  it('changes nothing in a dry run', async () => {
    mockRows({ Ledger: { copy: [ENTRY], now: [] } });

    const { result, waits, text } = await restore({ dryRun: true });

    expect([result, waits, listSteps()]).toEqual([0, [], []]);
    expect(text).toMatch(/users +1 +0 +0\n.*\nledger +1 +0 +0\n/);
    expect([...listCalls('PutItem'), ...listCalls('DeleteItem')]).toEqual([]);
  });

  it("waits for Lambda's default timeout if no function has a timeout", async () => {
    mockAws({ GetTemplate: createTemplate({ GenerateFunction0A1B2C3D: { Type: 'AWS::Lambda::Function' } }) });

    expect(await restore()).toMatchObject({ result: 0, waits: [3_000] });
  });
});

describe('the command', () => {
  it.each([
    [[]],
    [['--to', '2026-11-24']],
    [['--to', '2026-11-24T09:00:00']],
    [['--to', '2999-01-01T00:00:00Z']],
    [['--to', daysAgo(27)]],
    [['--to', daysAgo(1)]],
    [['--to', daysAgo(1), '--images']],
    [['--to', daysAgo(1), '--resume']],
    [['--resume', '--dry-run']],
    [['--resume', '--images']],
    [['--images', '--force']],
    [['--images', '--confirm', 'dev']],
    [['--rehearse']],
  ])('is refused with %j before it does anything', async (args) => {
    expect(await runOnDev(restoreCommand, ...args)).toMatchObject({ exitCode: 2 });
    expect(listCalls()).toEqual([]);
  });

  it('is refused on the embedded cloud, except to rehearse', async () => {
    expect(await run(restoreCommand, '--stage', 'local', '--images')).toMatchObject({ exitCode: 2 });
  });

  it('asks for the name of the stage, but not in a dry run', async () => {
    expect(await runOnDev(restoreCommand, '--to', daysAgo(1), '--confirm', 'prod')).toMatchObject({
      exitCode: 1,
      warned: 'The name does not match. Nothing was changed.',
    });
    expect(listCalls()).toEqual([]);
    expect(await runOnDev(restoreCommand, '--to', daysAgo(25), '--dry-run')).toMatchObject({ exitCode: 0 });
  });

  it('resumes a stage', async () => {
    expect(await runOnDev(restoreCommand, '--resume')).toMatchObject({ exitCode: 0 });
    expect(listSteps().slice(-4)).toEqual(STARTS);
  });
});
