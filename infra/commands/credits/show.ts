import { showAnswer, type GenerationCounts, type ShowAnswer, type ShowRequest } from '#contract/operators.ts';
import { defineCommand, EXIT, text, UsageError, type ExitCode, type Terminal } from '../command-line.ts';
import { CLOUD_OPTIONS, connect, EXIT_CODES, type Cloud } from './connect.ts';
import { formatTable } from '../table.ts';

export const showCommand = defineCommand({
  usage: 'npm run credits -- show --stage NAME --user USER [--entries N]',
  description: `Shows an account: its balance, its generations and its ledger, newest entry first. Reads only. Shows no personal data.`,
  options: {
    ...CLOUD_OPTIONS,
    user: text('USER', "the user's ID or e-mail address"),
    entries: { ...text('N', 'number of ledger entries, 0 to 1000 (default 25)'), default: '25' },
  },
  exitCodes: EXIT_CODES,
  async run(values, terminal) {
    const { user } = values;
    if (user === undefined) throw new UsageError("--user is required: the user's ID or e-mail address.");
    const entries = Number(values.entries);
    if (!/^\d{1,4}$/.test(values.entries) || entries > 1_000) {
      throw new UsageError('--entries must be a number from 0 to 1000.');
    }
    const cloud = await connect(values);
    return showAccount(cloud, { userId: await cloud.findUserId(user), entries }, terminal);
  },
});

type Account = Extract<ShowAnswer, { kind: 'account' }>;

async function showAccount(
  cloud: Cloud,
  { userId, entries }: ShowRequest,
  terminal: Terminal,
): Promise<ExitCode> {
  const answer = await cloud.invoke('ShowAccount', { userId, entries }, showAnswer);
  if (answer.kind === 'no_account') {
    terminal.print(`There is no account ${userId}. An account is created when its user first signs in.`);
    return EXIT.failure;
  }
  terminal.print(
    [formatAccount(answer), ...formatActions(answer), formatGenerations(answer), formatLedger(answer)].join(
      '\n\n',
    ),
  );
  return EXIT.ok;
}

function formatAccount(account: Account): string {
  const {
    userId,
    balance,
    ledgerSum,
    shortfall = 0,
    openedAt,
    closedAt,
    suspendedAt,
    otherAccounts,
  } = account;
  const drift = balance === ledgerSum ? '' : `; the ledger's sum is ${ledgerSum}: run an audit`;
  return [
    `user     ${userId}`,
    `balance  ${balance} credits${drift}`,
    ...(shortfall === 0 ? [] : [`due      ${shortfall} credits, which the next purchases settle`]),
    `opened   ${openedAt}`,
    ...(closedAt === undefined ? [] : [`closed   ${closedAt}`]),
    ...(suspendedAt === undefined ? [] : [`suspended since ${suspendedAt}`]),
    ...otherAccounts.map((id) => `mailbox  shared with ${id}`),
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
