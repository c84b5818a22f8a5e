import { randomUUID } from 'node:crypto';
import * as mini from 'zod/mini';
import { grantAnswer, grantRequest, type GrantRequest } from '../../../contract/operators.ts';
import { EXIT, UsageError, type Command, type ExitCode, type Terminal } from '../command-line.ts';
import { EXITS_HELP, reach, WHERE, WHERE_HELP, type Cloud } from './cloud.ts';

const HELP = `npm run credits -- grant --stage NAME --user USER --credits N --why TEXT [--id UUID] [--dry-run]

Writes one row into the ledger and moves the balance with it: N credits, or none where less is there than is to be
taken. The row keeps the reason, and whose AWS credentials these are.

${WHERE_HELP}
  --user USER    the user's id, or the e-mail address they sign in with
  --credits N    1 to 1000; --credits=-5 takes 5, to correct an earlier grant
  --why TEXT     the reason, one line; the ledger is kept for good, so no names and no addresses
  --id UUID      repeats an earlier grant whose answer was lost: what was done is not done again
  --dry-run      say what would be done, and do nothing
  --help         this text

${EXITS_HELP}`;

const OPTIONS = {
  ...WHERE,
  user: { type: 'string' },
  credits: { type: 'string' },
  why: { type: 'string' },
  id: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const grantCommand: Command<typeof OPTIONS> = {
  help: HELP,
  options: OPTIONS,
  async run({ values }, terminal) {
    const { user, credits, why, id, 'dry-run': dryRun } = values;
    const order = parseGrant({ user, credits, why, id, dryRun });
    return grant(await reach(values), order, terminal);
  },
};

/** A grant as it was typed. */
interface TypedGrant {
  user: string | undefined;
  credits: string | undefined;
  why: string | undefined;
  /** Of an earlier grant, to repeat it. */
  id: string | undefined;
  dryRun: boolean;
}

/** What was typed, checked. Who asks is found out later. */
const grantOrder = mini.omit(grantRequest, { by: true });
type GrantOrder = mini.output<typeof grantOrder>;

/** @throws UsageError that names what is wrong. */
function parseGrant({ user, credits, why, id = randomUUID(), dryRun }: TypedGrant): GrantOrder {
  if (user === undefined)
    throw new UsageError('To whom? --user ID, or the e-mail address they sign in with.');
  if (credits === undefined || !/^[-+]?\d+$/.test(credits)) {
    throw new UsageError('How many? --credits 5; --credits=-5 takes them.');
  }
  if (why === undefined) throw new UsageError('Why? --why "Pictures failed on 3 May", for example.');
  const result = grantOrder.safeParse({
    userId: user,
    grantId: id,
    credits: Number(credits),
    why,
    dryRun,
  });
  if (result.success) return result.data;
  throw new UsageError(result.error.issues.map(({ message }) => message).join('; '));
}

/** Makes one grant, or says what it would do. */
async function grant(cloud: Cloud, order: GrantOrder, terminal: Terminal): Promise<ExitCode> {
  const userId = await cloud.userIdOf(order.userId);
  const request: GrantRequest = { ...order, userId, by: await cloud.operator() };
  const { grantId, credits, why, by } = request;
  terminal.say(
    [
      `grant    ${grantId}`,
      `to       ${userId}`,
      `credits  ${signed(credits)}`,
      `because  ${why}`,
      `by       ${by}`,
    ].join('\n'),
  );
  terminal.say('');
  const answer = await cloud.invoke('GrantCredits', request, grantAnswer).catch((error: unknown) => {
    terminal.warn(`Nobody knows whether this was done. Repeat it with --id ${grantId}: it is done once.`);
    throw error;
  });
  switch (answer.kind) {
    case 'granted':
      terminal.say(`Done. The balance is ${answer.balance} credits.`);
      return EXIT.ok;
    case 'would_grant':
      terminal.say(`A dry run: nothing was done. The balance would be ${answer.balance} credits.`);
      return EXIT.ok;
    case 'already_granted':
      terminal.say(
        `Nothing was done now: this id moved ${signed(answer.credits)} credits at ${answer.createdAt}, ` +
          `because "${answer.why}", by ${answer.by}.`,
      );
      return answer.credits === credits ? EXIT.ok : EXIT.trouble;
    case 'no_account':
      terminal.say('Nothing was done: there is no such account. It is opened when its user first signs in.');
      return EXIT.trouble;
    case 'closed_account':
      terminal.say(`Nothing was done: the account was closed at ${answer.closedAt}.`);
      return EXIT.trouble;
    case 'insufficient':
      terminal.say(`Nothing was done: the balance is ${answer.balance} credits, and must not fall below 0.`);
      return EXIT.trouble;
  }
}

function signed(credits: number): string {
  return credits > 0 ? `+${credits}` : String(credits);
}
