import {
  showAnswer,
  type GenerationCounts,
  type ShowAnswer,
  type ShowRequest,
} from '../../../contract/operators.ts';
import { EXIT, table, UsageError, type Command, type ExitCode, type Terminal } from '../command-line.ts';
import { EXITS_HELP, reach, WHERE, WHERE_HELP, type Cloud } from './cloud.ts';

const HELP = `npm run credits -- show --stage NAME --user USER [--entries N]

Shows an account: its balance, how its generations went, and the ledger, newest first. Reads only; nothing personal is
shown.

${WHERE_HELP}
  --user USER    the user's id, or the e-mail address they sign in with
  --entries N    how many rows of the ledger, 0 to 1000 (25)
  --help         this text

${EXITS_HELP}`;

const OPTIONS = {
  ...WHERE,
  user: { type: 'string' },
  entries: { type: 'string', default: '25' },
} as const;

export const showCommand: Command<typeof OPTIONS> = {
  help: HELP,
  options: OPTIONS,
  async run({ values }, terminal) {
    const { user } = values;
    if (user === undefined)
      throw new UsageError('Whose? --user ID, or the e-mail address they sign in with.');
    const entries = Number(values.entries);
    if (!/^\d{1,4}$/.test(values.entries) || entries > 1_000) {
      throw new UsageError('--entries takes a number from 0 to 1000.');
    }
    const cloud = await reach(values);
    return show(cloud, { userId: await cloud.userIdOf(user), entries }, terminal);
  },
};

type Account = Extract<ShowAnswer, { kind: 'account' }>;

async function show(cloud: Cloud, { userId, entries }: ShowRequest, terminal: Terminal): Promise<ExitCode> {
  const answer = await cloud.invoke('ShowAccount', { userId, entries }, showAnswer);
  if (answer.kind === 'no_account') {
    terminal.say(`There is no account ${userId}. It is opened when its user first signs in.`);
    return EXIT.trouble;
  }
  terminal.say(about(answer));
  terminal.say('');
  terminal.say(generations(answer.generations));
  terminal.say('');
  terminal.say(ledger(answer));
  return EXIT.ok;
}

function about({ userId, balance, ledgerSum, openedAt, closedAt }: Account): string {
  const differs = balance === ledgerSum ? '' : `; the ledger's rows come to ${ledgerSum}: audit it`;
  return [
    `user     ${userId}`,
    `balance  ${balance} credits${differs}`,
    `opened   ${openedAt}`,
    ...(closedAt === undefined ? [] : [`closed   ${closedAt}`]),
  ].join('\n');
}

function generations({ lastWeek, ever }: Account['generations']): string {
  const row = (when: string, { succeeded, pending, failed }: GenerationCounts) => {
    const codes = Object.entries(failed).map(([code, count]) => `${code} ${count}`);
    const failures = Object.values(failed).reduce((sum, count) => sum + count, 0);
    return [when, succeeded, pending, failures, codes.join(', ')];
  };
  return table(
    ['thumbnails', 'succeeded', 'pending', 'failed', 'with'],
    [row('last 7 days', lastWeek), row('ever', ever)],
  );
}

function ledger({ entries, entryCount }: Account): string {
  const rows = entries.map(({ createdAt, kind, amount, ref, shortfall, by, why }) => {
    const missing = shortfall === undefined || shortfall === 0 ? '' : `short of ${shortfall}`;
    return [createdAt, kind, amount, ref, [missing, why, by].filter(Boolean).join('; ')];
  });
  const older = entryCount - entries.length;
  return [
    table(['when', 'what', 'credits', 'of', 'more'], rows),
    ...(older > 0 ? [`and ${older} older; --entries says how many to list.`] : []),
  ].join('\n');
}
