import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audit } from './support/audit-credits.ts';
import { dynamodb } from './support/cloud.ts';
import { USER } from './support/event.ts';
import { entryRow, history, OPENED_AT, recordRow } from './support/history.ts';
import { meetTransactions, scansWork } from './support/scans.ts';
import { dropAccount, intervene, openAccount, putRow, tablesWork } from './support/tables.ts';

const GENERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const welcome = entryRow('welcome', 'sign-up', 3);
const spend = entryRow('spend', GENERATION, -1);
const refund = entryRow('refund', GENERATION, 1);

beforeEach(() => {
  // The pauses between two looks pass at once.
  vi.useFakeTimers({ toFake: ['Date'] });
  tablesWork();
  scansWork();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('credits that move while they are counted', () => {
  const buy = () => {
    putRow('ledger', entryRow('purchase', 'cs_1', 25));
    openAccount(28, { id: USER, createdAt: OPENED_AT });
  };

  it.each([
    ['before the ledger is read', { before: buy }],
    ['after', { after: buy }],
  ])('%s: no drift', async (_, moment) => {
    history(3, { entries: [welcome] });
    intervene({ command: 'QueryCommand', table: 'ledger', ...moment });

    await expect(audit()).resolves.toMatchObject({ accounts: 1, findings: [], unsettled: [] });
  });

  it.each([2, 3, 5])('through %i looks: no drift', async (looks) => {
    // One more row at every read: one read in the first look, two in every other.
    const last = 2 * looks + 1;
    history(3 * last, {});
    let reads = 0;
    dynamodb.on(QueryCommand, { TableName: 'ledger' }).callsFake(() => {
      reads += 1;
      return Promise.resolve({ Items: Array.from({ length: Math.min(reads, last) }, () => welcome) });
    });

    await expect(audit()).resolves.toMatchObject({ accounts: 1, findings: [], unsettled: [] });
    expect(reads).toBeGreaterThan(last);
  });

  it('without an end: it says that it cannot say', async () => {
    history(4, { entries: [welcome] });
    let rows = 0;
    dynamodb.on(QueryCommand, { TableName: 'ledger' }).callsFake(() => {
      rows += 1;
      return Promise.resolve({ Items: Array.from({ length: rows }, () => welcome) });
    });

    await expect(audit()).resolves.toMatchObject({ accounts: 1, drifting: 0, unsettled: [USER] });
  });

  it('in a transaction that is not at its end: it looks again, and then believes what it sees', async () => {
    history(4, { entries: [welcome] });
    meetTransactions(2);

    await expect(audit()).resolves.toMatchObject({ findings: [{ kind: 'drift', difference: 1 }] });

    meetTransactions(Infinity);
    await expect(audit()).resolves.toMatchObject({ findings: [], unsettled: [USER] });
  });

  it('and their generation: no finding', async () => {
    history(2, { entries: [welcome, spend], records: [recordRow(GENERATION, 'pending')] });
    // It fails between the read of its rows and that of its record.
    intervene({
      command: 'QueryCommand',
      table: 'thumbnails',
      before: () => {
        putRow('thumbnails', recordRow(GENERATION, 'failed'));
        putRow('ledger', refund);
        openAccount(3, { id: USER, createdAt: OPENED_AT });
      },
    });

    await expect(audit()).resolves.toMatchObject({ accounts: 1, findings: [] });
  });

  it('by the opening of the account: no finding', async () => {
    history(3, { id: 'new', entries: [welcome] });
    dropAccount('new');
    intervene({
      command: 'GetCommand',
      table: 'users',
      after: () => openAccount(3, { id: 'new', createdAt: '2026-11-21T09:00:00.000Z' }),
    });

    await expect(audit()).resolves.toMatchObject({ findings: [] });
  });
});
