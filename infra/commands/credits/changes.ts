import { randomUUID } from 'node:crypto';
import * as mini from 'zod/mini';
import {
  grantAnswer,
  grantRequest,
  suspendAnswer,
  suspendRequest,
  type GrantAnswer,
  type SuspendAnswer,
  type SuspendRequest,
} from '#contract/operators.ts';
import { EXIT, UsageError, type ExitCode, type Terminal } from '../command-line.ts';
import type { Cloud } from './connect.ts';

/** A request before the operator's identity is known. The user is an ID or an e-mail address. */
const grantSchema = mini.omit(grantRequest, { by: true });
type Grant = mini.output<typeof grantSchema>;
type StatusChange = Omit<SuspendRequest, 'by'>;
export type StatusAction = SuspendRequest['action'];

interface GrantValues {
  userId: string;
  credits?: string;
  why?: string;
  id?: string;
  dryRun: boolean;
}

/** @throws UsageError that names the invalid option. */
export function parseGrant({ userId, credits, why, id = randomUUID(), dryRun }: GrantValues): Grant {
  if (credits === undefined || !/^[-+]?\d+$/.test(credits)) {
    throw new UsageError('--credits is required: a whole number, e.g. --credits 5. --credits=-5 removes 5.');
  }
  if (why === undefined) {
    throw new UsageError('--why is required: the reason, e.g. --why "Images failed on 3 May".');
  }
  const result = grantSchema.safeParse({ userId, grantId: id, credits: Number(credits), why, dryRun });
  if (result.success) return result.data;
  throw new UsageError(result.error.issues.map(({ message }) => message).join('; '));
}

/** @throws UsageError for a reason that is missing or invalid. */
export function parseReason(why = ''): string {
  const reason = suspendRequest.shape.why.safeParse(why);
  if (reason.success) return reason.data;
  throw new UsageError(`--why: ${reason.error.issues[0]?.message ?? 'invalid'}.`);
}

/** Makes one grant, or shows what it would do. */
export async function grantCredits(cloud: Cloud, grant: Grant, terminal: Terminal): Promise<ExitCode> {
  const request = await identify(cloud, grant);
  const { grantId, userId, credits, why, by } = request;
  terminal.print(
    [
      `grant    ${grantId}`,
      `user     ${userId}`,
      `credits  ${formatSigned(credits)}`,
      `reason   ${why}`,
      `by       ${by}\n`,
    ].join('\n'),
  );
  const answer = await cloud.invoke('GrantCredits', request, grantAnswer).catch((error: unknown) => {
    terminal.warn(
      `The result is unknown. Repeat the command with --id ${grantId}: the same ID grants only once.`,
    );
    throw error;
  });
  terminal.print(describeGrant(answer));
  const isRepeated = answer.kind === 'already_granted' && answer.credits === credits;
  return isRepeated || answer.kind === 'granted' || answer.kind === 'would_grant' ? EXIT.ok : EXIT.failure;
}

/** Suspends an account, or ends a suspension. */
export async function changeStatus(
  cloud: Cloud,
  change: StatusChange,
  terminal: Terminal,
): Promise<ExitCode> {
  const request = await identify(cloud, change);
  const answer = await cloud.invoke('SuspendAccount', request, suspendAnswer);
  const result = answer.kind === 'changed' ? CHANGED[change.action] : describeUnchanged(answer);
  terminal.print(`${request.userId}: ${result}`);
  return answer.kind === 'changed' || answer.kind === 'unchanged' ? EXIT.ok : EXIT.failure;
}

/** Adds the operator, and replaces the e-mail address by the user's ID. */
async function identify<Request extends { userId: string }>(cloud: Cloud, request: Request) {
  const userId = await cloud.findUserId(request.userId);
  return { ...request, userId, by: await cloud.findOperator() };
}

function describeGrant(answer: GrantAnswer): string {
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
      return `${NO_ACCOUNT} An account is created when its user first signs in.`;
    case 'closed_account':
      return describeClosed(answer);
    case 'insufficient':
      return `Nothing was changed: the balance is ${answer.balance} credits and must not become negative.`;
  }
}

const CHANGED: Record<StatusAction, string> = {
  suspend: 'The account is suspended.',
  resume: 'The suspension has ended.',
  release: 'The account is released.',
};

function describeUnchanged(answer: Exclude<SuspendAnswer, { kind: 'changed' }>): string {
  if (answer.kind === 'no_account') return NO_ACCOUNT;
  if (answer.kind === 'closed_account') return describeClosed(answer);
  return answer.since === undefined
    ? 'Nothing was changed: the account is not suspended.'
    : `Nothing was changed: the account has been suspended since ${answer.since}.`;
}

const NO_ACCOUNT = 'Nothing was changed: the account does not exist.';

function describeClosed({ closedAt }: { closedAt: string }): string {
  return `Nothing was changed: the account was closed at ${closedAt}.`;
}

function formatSigned(credits: number): string {
  return credits > 0 ? `+${credits}` : String(credits);
}
