import { randomUUID } from 'node:crypto';
import * as mini from 'zod/mini';
import {
  GRANT_LIMIT,
  grantAnswer,
  grantRequest,
  type GrantAnswer,
  type GrantRequest,
} from '#contract/operators.ts';
import {
  defineCommand,
  EXIT,
  flag,
  text,
  UsageError,
  type ExitCode,
  type Terminal,
} from '../command-line.ts';
import { CLOUD_OPTIONS, connect, EXIT_CODES, type Cloud } from './connect.ts';

export const grantCommand = defineCommand({
  usage: 'npm run credits -- grant --stage NAME --user USER --credits N --why TEXT [--id UUID] [--dry-run]',
  description: `Adds credits to an account, or removes credits to correct an earlier grant. Writes one ledger entry with the reason and
the identity of your AWS credentials. Removes nothing if the balance is too low.`,
  options: {
    ...CLOUD_OPTIONS,
    user: text('USER', "the user's ID or e-mail address"),
    credits: text('N', `1 to ${GRANT_LIMIT}; --credits=-5 removes 5`),
    why: text(
      'TEXT',
      'the reason in one line; the ledger keeps it permanently, so do not write names or addresses',
    ),
    id: text('UUID', 'repeats an earlier grant whose response was lost; the same ID grants only once'),
    'dry-run': flag('show what would be done, and change nothing'),
  },
  exitCodes: EXIT_CODES,
  async run(values, terminal) {
    const { user, credits, why, id, 'dry-run': dryRun } = values;
    const grant = parseGrant({ user, credits, why, id, dryRun });
    return grantCredits(await connect(values), grant, terminal);
  },
});

interface GrantOptions {
  user: string | undefined;
  credits: string | undefined;
  why: string | undefined;
  id: string | undefined;
  dryRun: boolean;
}

/** A validated grant, before the operator's identity is known. */
const grantSchema = mini.omit(grantRequest, { by: true });
type Grant = mini.output<typeof grantSchema>;

/** @throws UsageError that names the invalid option. */
function parseGrant({ user, credits, why, id = randomUUID(), dryRun }: GrantOptions): Grant {
  if (user === undefined) throw new UsageError("--user is required: the user's ID or e-mail address.");
  if (credits === undefined || !/^[-+]?\d+$/.test(credits)) {
    throw new UsageError('--credits is required: a whole number, e.g. --credits 5. --credits=-5 removes 5.');
  }
  if (why === undefined) {
    throw new UsageError('--why is required: the reason, e.g. --why "Images failed on 3 May".');
  }
  const grant = { userId: user, grantId: id, credits: Number(credits), why, dryRun };
  const result = grantSchema.safeParse(grant);
  if (result.success) return result.data;
  throw new UsageError(result.error.issues.map(({ message }) => message).join('; '));
}

/** Makes one grant, or shows what it would do. */
async function grantCredits(cloud: Cloud, grant: Grant, terminal: Terminal): Promise<ExitCode> {
  const userId = await cloud.findUserId(grant.userId);
  const request: GrantRequest = { ...grant, userId, by: await cloud.findOperator() };
  terminal.print(
    [
      `grant    ${request.grantId}`,
      `user     ${userId}`,
      `credits  ${formatSigned(request.credits)}`,
      `reason   ${request.why}`,
      `by       ${request.by}`,
    ].join('\n'),
  );
  terminal.print('');
  const answer = await cloud.invoke('GrantCredits', request, grantAnswer).catch((error: unknown) => {
    terminal.warn(
      `The result is unknown. Repeat the command with --id ${request.grantId}: the same ID grants only once.`,
    );
    throw error;
  });
  terminal.print(describeAnswer(answer));
  const isDone =
    answer.kind === 'granted' ||
    answer.kind === 'would_grant' ||
    (answer.kind === 'already_granted' && answer.credits === request.credits);
  return isDone ? EXIT.ok : EXIT.failure;
}

function describeAnswer(answer: GrantAnswer): string {
  switch (answer.kind) {
    case 'granted':
      return `Done. The balance is ${answer.balance} credits.`;
    case 'would_grant':
      return `Dry run: nothing was changed. The balance would be ${answer.balance} credits.`;
    case 'already_granted':
      return (
        `Nothing was changed: this ID already granted ${formatSigned(answer.credits)} credits at ${answer.createdAt}. ` +
        `Reason: "${answer.why}". By: ${answer.by}.`
      );
    case 'no_account':
      return 'Nothing was changed: the account does not exist. An account is created when its user first signs in.';
    case 'closed_account':
      return `Nothing was changed: the account was closed at ${answer.closedAt}.`;
    case 'insufficient':
      return `Nothing was changed: the balance is ${answer.balance} credits and must not become negative.`;
  }
}

function formatSigned(credits: number): string {
  return credits > 0 ? `+${credits}` : String(credits);
}
