/**
 * The requests and responses of the functions behind the operator's command (`npm run credits`). They have no API
 * route: IAM permission to invoke the function is required.
 */
import * as z from 'zod/mini';
import { operatorAction } from './operator-action.ts';

const userId = z.string('the user must be text').check(z.minLength(1, 'the user must not be empty'));
/** An amount of credits. It can be negative. */
const credits = z.int();

export const auditRequest = z.object({
  /** Audits only this account. @default all accounts */
  userId: z.optional(userId),
  /** The cursor of an earlier slice. @default the first slice */
  cursor: z.optional(z.string()),
  /** The time limit of this slice, in seconds. @default the function's timeout */
  seconds: z.optional(z.int().check(z.minimum(1), z.maximum(840))),
  /** The sender of the event. `aws.events` for a scheduled audit. */
  source: z.optional(z.string()),
});
export type AuditRequest = z.input<typeof auditRequest>;

/** A contradiction between a generation and its ledger entries. */
export const generationProblem = z.enum([
  'refund_without_spend',
  'refund_differs_from_spend',
  'spend_without_record',
  'record_without_spend',
  'spend_differs_from_cost',
  'succeeded_and_refunded',
  'failed_and_not_refunded',
  'unfinished_and_refunded',
  'pending_for_too_long',
  'waiting_for_too_long',
  'deletion_unfinished',
]);
export type GenerationProblem = z.infer<typeof generationProblem>;

export const finding = z.discriminatedUnion('kind', [
  /** The balance does not equal the sum of the ledger entries. `difference` is balance minus sum. */
  z.object({
    kind: z.literal('drift'),
    userId,
    balance: credits,
    ledgerSum: credits,
    difference: credits,
  }),
  z.object({ kind: z.literal('negative'), userId, balance: credits }),
  /** The account's shortfall does not equal the sum of its ledger entries, or is negative. */
  z.object({ kind: z.literal('shortfall'), userId, shortfall: credits, ledgerSum: credits }),
  /**
   * The shortfall that the account took from another account does not equal the shortfall that the other account gave. `carried` is
   * negative if the account gave.
   */
  z.object({ kind: z.literal('carry'), userId, otherId: userId, carried: credits, counterpart: credits }),
  /** The account's credits of a pack do not equal the sum of its ledger entries. */
  z.object({ kind: z.literal('packs'), userId, pack: z.string(), credits, ledgerSum: credits }),
  /** The ledger has entries of a user without an account. */
  z.object({ kind: z.literal('no_account'), userId, ledgerSum: credits }),
  z.object({
    kind: z.literal('generation'),
    userId,
    generationId: z.string(),
    problem: generationProblem,
  }),
  /** An item does not match its schema. */
  z.object({ kind: z.literal('unreadable'), userId, table: z.enum(['users', 'ledger', 'thumbnails']) }),
]);
export type Finding = z.infer<typeof finding>;

export const auditReport = z.object({
  /** Number of accounts audited. */
  accounts: z.int(),
  /** Number of accounts with a finding. */
  drifting: z.int(),
  findings: z.array(finding),
  /** Number of findings that are not listed. */
  more: z.int(),
  /** Accounts that changed during every attempt to audit them. */
  unsettled: z.array(userId),
  /** The start of the next slice. Absent in the last slice. */
  cursor: z.optional(z.string()),
});
export type AuditReport = z.infer<typeof auditReport>;

export const showRequest = z.object({
  userId,
  /** The most ledger entries. The newest entries come first. */
  entries: z.int().check(z.minimum(0), z.maximum(1_000)),
});
export type ShowRequest = z.input<typeof showRequest>;

const counts = z.object({
  pending: z.int(),
  waiting: z.int(),
  succeeded: z.int(),
  /** The number of failed generations by error code. */
  failed: z.record(z.string(), z.int()),
  /** Generations that the user deleted, in any state. */
  deleted: z.int(),
});
export type GenerationCounts = z.infer<typeof counts>;

/** An account without personal data: no address, no prompt. Times are ISO 8601, UTC. */
export const showAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_account') }),
  z.object({
    kind: z.literal('account'),
    userId,
    balance: credits,
    openedAt: z.string(),
    closedAt: z.optional(z.string()),
    suspendedAt: z.optional(z.string()),
    /** The other accounts of the mailbox: accounts in use, and deleted accounts that still count. */
    otherAccounts: z.array(userId),
    /** The operators' actions on the account, oldest first. */
    operatorActions: z.array(operatorAction),
    /** Credits of refunded or disputed payments that were already spent. The next purchases settle the shortfall. */
    shortfall: z.optional(credits),
    /** The sum of all entries, which the balance must equal. */
    ledgerSum: credits,
    /** The total number of entries. `entries` lists only the newest entries. */
    entryCount: z.int(),
    entries: z.array(
      z.object({
        createdAt: z.string(),
        kind: z.string(),
        amount: credits,
        ref: z.string(),
        shortfall: z.optional(credits),
        by: z.optional(z.string()),
        why: z.optional(z.string()),
      }),
    ),
    generations: z.object({ lastWeek: counts, ever: counts }),
  }),
]);
export type ShowAnswer = z.infer<typeof showAnswer>;

/** Maximum credits of one grant or correction, to limit the effect of a typing error. */
export const GRANT_LIMIT = 1_000;
const WHY_LENGTH = 200;

/** The operator: the ARN that STS returns for the credentials of the command. */
const operator = z.string().check(z.minLength(1), z.maxLength(2_048));
const reason = z
  .string('the reason must be text')
  .check(
    z.trim(),
    z.minLength(1, 'the reason must not be empty'),
    z.maxLength(WHY_LENGTH, `the reason must be at most ${WHY_LENGTH} characters`),
    z.regex(/^\P{Cc}*$/u, 'the reason must be one line'),
  );

export const grantRequest = z.object({
  userId,
  /** The idempotency key of the grant. The command creates it. */
  grantId: z.string().check(z.toLowerCase(), z.uuid('the id of a grant must be a UUID')),
  /** The amount. Negative to correct an earlier grant. */
  credits: z.int('credits must be a whole number').check(
    z.refine((value) => value !== 0, 'credits must not be 0'),
    z.minimum(-GRANT_LIMIT, `credits must be at least -${GRANT_LIMIT}`),
    z.maximum(GRANT_LIMIT, `credits must be at most ${GRANT_LIMIT}`),
  ),
  by: operator,
  why: reason,
  /** Returns the result without granting anything. */
  dryRun: z.boolean(),
});
export type GrantRequest = z.infer<typeof grantRequest>;

export const grantAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('granted'), balance: credits }),
  z.object({ kind: z.literal('would_grant'), balance: credits }),
  /** An earlier request with this id booked the grant. */
  z.object({
    kind: z.literal('already_granted'),
    credits,
    by: z.string(),
    why: z.string(),
    createdAt: z.string(),
  }),
  z.object({ kind: z.literal('no_account') }),
  z.object({ kind: z.literal('closed_account'), closedAt: z.string() }),
  /** The balance is too low, so nothing was taken. */
  z.object({ kind: z.literal('insufficient'), balance: credits }),
]);
export type GrantAnswer = z.infer<typeof grantAnswer>;

export const suspendRequest = z.object({
  userId,
  action: operatorAction.shape.action,
  by: operator,
  why: reason,
});
export type SuspendRequest = z.input<typeof suspendRequest>;

export const suspendAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed') }),
  /** The account already was in the requested state. `since`: the start of the suspension. */
  z.object({ kind: z.literal('unchanged'), since: z.optional(z.string()) }),
  z.object({ kind: z.literal('no_account') }),
  z.object({ kind: z.literal('closed_account'), closedAt: z.string() }),
]);
export type SuspendAnswer = z.infer<typeof suspendAnswer>;

/** The request of a reconciliation. EventBridge sends an event without `since`. */
export const reconcileRequest = z.object({
  /** Reconciles every payment with an event since this time (ISO 8601). @default the payments that the webhook has missed */
  since: z.optional(z.iso.datetime()),
  /** The cursor of an earlier slice. */
  cursor: z.optional(z.string()),
  /** The time limit of this slice, in seconds. @default the function's timeout */
  seconds: z.optional(z.int().check(z.minimum(1), z.maximum(840))),
});
export type ReconcileRequest = z.input<typeof reconcileRequest>;

export const reconcileReport = z.object({
  reconciled: z.int(),
  /** Payments that could not be reconciled. The log of the function has the reasons. */
  failed: z.int(),
  /** Paid payments that match no pack's price, and that were not saved as unmatched before. Only a replay counts them. */
  unmatched: z.optional(z.int()),
  /** The start of the next slice. Absent in the last slice. */
  cursor: z.optional(z.string()),
});
export type ReconcileReport = z.infer<typeof reconcileReport>;
