import { showAnswer, type GenerationCounts, type ShowAnswer, type ShowRequest } from '#contract/operators.ts';
import { EXIT, UsageError, type ExitCode, type Terminal } from '../command-line.ts';
import { formatTable } from '../table.ts';
import type { Cloud } from './connect.ts';

type Account = Extract<ShowAnswer, { kind: 'account' }>;

/** @throws UsageError for a number that is not in the range of a request. */
export function parseEntries(value: string): number {
  const entries = Number(value);
  if (/^\d{1,4}$/.test(value) && entries <= 1_000) return entries;
  throw new UsageError('--entries must be a number from 0 to 1000.');
}

/** Prints one account. @param request whose user is an ID or an e-mail address */
export async function showAccount(cloud: Cloud, request: ShowRequest, terminal: Terminal): Promise<ExitCode> {
  const userId = await cloud.findUserId(request.userId);
  const answer = await cloud.invoke('ShowAccount', { ...request, userId }, showAnswer);
  if (answer.kind === 'no_account') {
    terminal.print(`There is no account ${userId}. An account is created when its user first signs in.`);
    return EXIT.failure;
  }
  const parts = [
    formatAccount(answer),
    ...formatActions(answer),
    formatGenerations(answer),
    formatLedger(answer),
  ];
  terminal.print(parts.join('\n\n'));
  return EXIT.ok;
}

function formatAccount(account: Account): string {
  const { balance, ledgerSum, shortfall = 0, closedAt, suspendedAt } = account;
  const drift = balance === ledgerSum ? '' : `; the ledger's sum is ${ledgerSum}: run an audit`;
  return [
    `user     ${account.userId}`,
    `balance  ${balance} credits${drift}`,
    ...(shortfall === 0 ? [] : [`due      ${shortfall} credits, which the next purchases settle`]),
    `opened   ${account.openedAt}`,
    ...(closedAt === undefined ? [] : [`closed   ${closedAt}`]),
    ...(suspendedAt === undefined ? [] : [`suspended since ${suspendedAt}`]),
    ...account.otherAccounts.map((id) => `mailbox  shared with ${id}`),
  ].join('\n');
}

/** Empty without an action. */
function formatActions({ operatorActions }: Account): string[] {
  if (operatorActions.length === 0) return [];
  const rows = operatorActions.map(({ at, action, why, by }) => [at, action, `${why}; ${by}`]);
  return [formatTable(['time', 'action', 'details'], rows)];
}

function formatGenerations({ generations: { lastWeek, ever } }: Account): string {
  const formatRow = (period: string, { succeeded, pending, waiting, failed, deleted }: GenerationCounts) => {
    const codes = Object.entries(failed).map(([code, count]) => `${code} ${count}`);
    const failures = Object.values(failed).reduce((sum, count) => sum + count, 0);
    return [period, succeeded, pending, waiting, failures, deleted, codes.join(', ')];
  };
  return formatTable(
    ['generations', 'succeeded', 'pending', 'waiting', 'failed', 'deleted', 'error codes'],
    [formatRow('last 7 days', lastWeek), formatRow('all', ever)],
  );
}

function formatLedger({ entries, entryCount }: Account): string {
  const rows = entries.map(({ createdAt, kind, amount, ref, shortfall, by, why }) => {
    const missing = shortfall === undefined || shortfall === 0 ? '' : `shortfall ${shortfall}`;
    return [createdAt, kind, amount, ref, [missing, why, by].filter(Boolean).join('; ')];
  });
  const older = entryCount - entries.length;
  return [
    formatTable(['time', 'kind', 'credits', 'reference', 'details'], rows),
    ...(older > 0 ? [`${older} older entries are not listed; use --entries.`] : []),
  ].join('\n');
}
