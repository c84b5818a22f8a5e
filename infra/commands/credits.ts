import { GRANT_LIMIT } from '#contract/operators.ts';
import {
  defineCommand,
  flag,
  runCommand,
  text,
  UsageError,
  type Command,
  type CommandDefinition,
  type ExitCode,
  type Options,
  type Terminal,
} from './command-line.ts';
import { audit } from './credits/audit.ts';
import { changeStatus, grantCredits, parseGrant, parseReason, type StatusAction } from './credits/changes.ts';
import { CLOUD_OPTIONS, connect } from './credits/connect.ts';
import { parseEntries, showAccount } from './credits/show.ts';

/** An action of an operator on the accounts of a stage. */
interface Action {
  name: string;
  /** The line of the action in the help of `npm run credits`. */
  summary: string;
  command: Command;
}

const EXIT_CODES = '0 success, 1 a finding or a failure, 2 wrong usage';

const USER_OPTIONS = { ...CLOUD_OPTIONS, user: text('USER', "the user's ID or e-mail address") };

/** The actions, in the order of the help. */
export const ACTIONS: readonly Action[] = [
  defineAction({
    name: 'audit',
    summary: 'compares every balance with the ledger, and every generation with its ledger entries',
    usage: '[--user USER]',
    description: `Compares every balance with the sum of its ledger entries, carried shortfalls in pairs, and every generation with its ledger
entries. Changes no row. Reads an account again if it changed during the audit.`,
    options: { ...CLOUD_OPTIONS, user: text('USER', "one account, by the user's ID or e-mail address") },
    async run(values, terminal) {
      const cloud = await connect(values);
      const userId = values.user === undefined ? undefined : await cloud.findUserId(values.user);
      return audit(cloud, userId, terminal);
    },
  }),
  defineAction({
    name: 'show',
    summary: 'shows one account: balance, generations and ledger',
    usage: '--user USER [--entries N]',
    description: `Shows an account: its balance, its generations and its ledger, newest entry first. Reads only. Shows no personal data.`,
    options: {
      ...USER_OPTIONS,
      entries: { ...text('N', 'number of ledger entries, 0 to 1000 (default 25)'), default: '25' },
    },
    async run(values, terminal) {
      const request = { userId: requireUser(values.user), entries: parseEntries(values.entries) };
      return showAccount(await connect(values), request, terminal);
    },
  }),
  defineAction({
    name: 'grant',
    summary: 'adds credits with a reason, or removes credits to correct an earlier grant',
    usage: '--user USER --credits N --why TEXT [--id UUID] [--dry-run]',
    description: `Adds credits to an account, or removes credits to correct an earlier grant. Writes one ledger entry with the reason and
the identity of your AWS credentials. Removes nothing if the balance is too low.`,
    options: {
      ...USER_OPTIONS,
      credits: text('N', `1 to ${GRANT_LIMIT}; --credits=-5 removes 5`),
      why: describeReason('ledger keeps it permanently'),
      id: text('UUID', 'repeats an earlier grant whose response was lost; the same ID grants only once'),
      'dry-run': flag('show what would be done, and change nothing'),
    },
    async run({ 'dry-run': dryRun, ...values }, terminal) {
      const request = parseGrant({ ...values, userId: requireUser(values.user), dryRun });
      return grantCredits(await connect(values), request, terminal);
    },
  }),
  defineStatusAction(
    'suspend',
    'prevents an account from generating and buying',
    'Suspends an account: its user can read and delete it, but not generate or buy.',
  ),
  defineStatusAction(
    'resume',
    'ends a suspension',
    'Ends the suspension of an account. One that came from another account of the mailbox ends with release.',
  ),
  defineStatusAction(
    'release',
    'lets an account buy again that is blocked by other accounts of its mailbox',
    'Ends what the other accounts of the mailbox, deleted ones included, mean for an account: a suspension or a disputed payment.',
  ),
];

function defineAction<O extends Options>({
  name,
  summary,
  usage,
  ...rest
}: Omit<Action, 'command'> & Omit<CommandDefinition<O>, 'exitCodes'>): Action {
  const command = {
    ...rest,
    usage: `npm run credits -- ${name} --stage NAME ${usage}`,
    exitCodes: EXIT_CODES,
  };
  return { name, summary, command: defineCommand(command) };
}

function defineStatusAction(name: StatusAction, summary: string, description: string): Action {
  return defineAction({
    name,
    summary,
    usage: '--user USER --why TEXT',
    description: `${description} Records the reason and the identity of your AWS credentials on the account.
Repeating it changes nothing.`,
    options: { ...USER_OPTIONS, why: describeReason('account keeps it') },
    async run(values, terminal) {
      const request = { userId: requireUser(values.user), action: name, why: parseReason(values.why) };
      return changeStatus(await connect(values), request, terminal);
    },
  });
}

function describeReason(storage: string) {
  return text('TEXT', `the reason in one line; the ${storage}, so do not write names or addresses`);
}

function requireUser(user: string | undefined): string {
  if (user !== undefined) return user;
  throw new UsageError(`--user is required: ${USER_OPTIONS.user.help}.`);
}

const NAMES = ACTIONS.map(({ name }) => name);

const HELP = `npm run credits -- ${NAMES.join(' | ')}

${ACTIONS.map(({ name, summary }) => `  ${name.padEnd(7)}  ${summary}`).join('\n')}

Run npm run credits -- audit --help for the options of audit, and likewise for the others.

Exit code: ${EXIT_CODES}.`;

/** Runs the action that the first argument names. */
export function runCredits(args: string[], terminal?: Terminal): Promise<ExitCode> {
  const [first, ...rest] = args;
  const action = ACTIONS.find(({ name }) => name === first);
  if (action !== undefined) return runCommand(action.command, rest, terminal);
  return runCommand({ help: HELP, start: rejectUsage }, args, terminal);
}

function rejectUsage(): never {
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(NAMES);
  throw new UsageError(`The first argument must be ${names}.`);
}
