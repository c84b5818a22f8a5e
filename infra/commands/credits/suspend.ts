import {
  suspendAnswer,
  suspendRequest,
  type SuspendAnswer,
  type SuspendRequest,
} from '#contract/operators.ts';
import { defineCommand, EXIT, text, UsageError, type ExitCode, type Terminal } from '../command-line.ts';
import { CLOUD_OPTIONS, connect, EXIT_CODES, type Cloud } from './connect.ts';

type Action = SuspendRequest['action'];

const DESCRIPTIONS: Record<Action, string> = {
  suspend: 'Suspends an account: its user can read and delete it, but not generate or buy.',
  resume:
    'Ends the suspension of an account. One that came from another account of the mailbox ends with release.',
  release:
    'Ends what the other accounts of the mailbox, deleted ones included, mean for an account: a suspension or a disputed payment.',
};

const CHANGED: Record<Action, string> = {
  suspend: 'The account is suspended.',
  resume: 'The suspension has ended.',
  release: 'The account is released.',
};

export const suspendCommand = createCommand('suspend');
export const resumeCommand = createCommand('resume');
export const releaseCommand = createCommand('release');

function createCommand(action: Action) {
  return defineCommand({
    usage: `npm run credits -- ${action} --stage NAME --user USER --why TEXT`,
    description: `${DESCRIPTIONS[action]} Records the reason and the identity of your AWS credentials on the account.
Repeating it changes nothing.`,
    options: {
      ...CLOUD_OPTIONS,
      user: text('USER', "the user's ID or e-mail address"),
      why: text('TEXT', 'the reason in one line; the account keeps it, so do not write names or addresses'),
    },
    exitCodes: EXIT_CODES,
    async run({ user, why, ...cloud }, terminal) {
      if (user === undefined) throw new UsageError("--user is required: the user's ID or e-mail address.");
      const reason = suspendRequest.shape.why.safeParse(why ?? '');
      if (!reason.success) throw new UsageError(`--why: ${reason.error.issues[0]?.message ?? 'invalid'}.`);
      return changeSuspension(await connect(cloud), { user, action, why: reason.data }, terminal);
    },
  });
}

async function changeSuspension(
  cloud: Cloud,
  { user, action, why }: { user: string; action: Action; why: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const userId = await cloud.findUserId(user);
  const request: SuspendRequest = { userId, action, why, by: await cloud.findOperator() };
  const answer = await cloud.invoke('SuspendAccount', request, suspendAnswer);
  terminal.print(`${userId}: ${describeAnswer(action, answer)}`);
  return answer.kind === 'changed' || answer.kind === 'unchanged' ? EXIT.ok : EXIT.failure;
}

function describeAnswer(action: Action, answer: SuspendAnswer): string {
  switch (answer.kind) {
    case 'changed':
      return CHANGED[action];
    case 'unchanged':
      return answer.since === undefined
        ? 'Nothing was changed: the account is not suspended.'
        : `Nothing was changed: the account has been suspended since ${answer.since}.`;
    case 'no_account':
      return 'Nothing was changed: the account does not exist.';
    case 'closed_account':
      return `Nothing was changed: the account was closed at ${answer.closedAt}.`;
  }
}
