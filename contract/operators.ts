/**
 * What an operator's command (`npm run credits`) and the functions behind it say to each other. No route of the API
 * leads to them: whoever may invoke the function may ask.
 */
import * as z from 'zod/mini';

const userId = z.string('the user must be text').check(z.minLength(1, 'the user must not be empty'));
/** In credits, signed. */
const credits = z.int();

export const auditRequest = z.object({
  /** One account alone; all of them without it. */
  userId: z.optional(userId),
  /** Where an earlier slice ended. */
  cursor: z.optional(z.string()),
  /** How long this slice may take. Without it, as long as the function lives. */
  seconds: z.optional(z.int().check(z.minimum(1), z.maximum(840))),
  /** EventBridge names itself here. */
  source: z.optional(z.string()),
});
export type AuditRequest = z.input<typeof auditRequest>;

/** What may be wrong with one generation, the ledger against its record. */
export const generationProblem = z.enum([
  'refund_without_spend',
  'refund_differs_from_spend',
  'spend_without_record',
  'record_without_spend',
  'spend_differs_from_cost',
  'succeeded_and_refunded',
  'failed_and_not_refunded',
  'pending_and_refunded',
  'pending_for_too_long',
  'pending_and_not_in_flight',
  'in_flight_and_not_pending',
]);
export type GenerationProblem = z.infer<typeof generationProblem>;

export const finding = z.discriminatedUnion('kind', [
  /** The balance is not the sum of the ledger's rows. `difference` is what it has too much. */
  z.object({
    kind: z.literal('drift'),
    userId,
    balance: credits,
    ledgerSum: credits,
    difference: credits,
  }),
  z.object({ kind: z.literal('negative'), userId, balance: credits }),
  /** The ledger knows a user whom the Users table does not. */
  z.object({ kind: z.literal('no_account'), userId, ledgerSum: credits }),
  z.object({
    kind: z.literal('generation'),
    userId,
    generationId: z.string(),
    problem: generationProblem,
  }),
  /** A row that is not as the code writes it. */
  z.object({ kind: z.literal('unreadable'), userId, table: z.enum(['users', 'ledger', 'thumbnails']) }),
]);
export type Finding = z.infer<typeof finding>;

export const auditReport = z.object({
  /** How many accounts this slice looked at. */
  accounts: z.int(),
  /** How many of them have a finding. */
  drifting: z.int(),
  findings: z.array(finding),
  /** Findings beyond those listed. */
  more: z.int(),
  /** Accounts that never stood still long enough to say. */
  unsettled: z.array(userId),
  /** Where to go on; without it all is read. */
  cursor: z.optional(z.string()),
});
export type AuditReport = z.infer<typeof auditReport>;

export const showRequest = z.object({
  userId,
  /** How many of the ledger's rows, newest first. */
  entries: z.int().check(z.minimum(0), z.maximum(1_000)),
});
export type ShowRequest = z.input<typeof showRequest>;

const counts = z.object({
  pending: z.int(),
  succeeded: z.int(),
  /** By the code they failed with. */
  failed: z.record(z.string(), z.int()),
});
export type GenerationCounts = z.infer<typeof counts>;

/** An account without anything personal: no address, no prompt. Times are ISO 8601, UTC. */
export const showAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_account') }),
  z.object({
    kind: z.literal('account'),
    userId,
    balance: credits,
    openedAt: z.string(),
    closedAt: z.optional(z.string()),
    /** The sum of all rows: what the balance should be. */
    ledgerSum: credits,
    /** All rows there are; `entries` are the newest of them. */
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

/** The most that one grant moves, either way: a slip of the finger must stay small. */
export const GRANT_LIMIT = 1_000;
const WHY_LENGTH = 200;

export const grantRequest = z.object({
  userId,
  /** Made by the command: the same grant again moves nothing. */
  grantId: z.string().check(z.toLowerCase(), z.uuid('the id of a grant must be a UUID')),
  /** Below 0 it takes: to correct an earlier grant. */
  credits: z.int('credits must be a whole number').check(
    z.refine((value) => value !== 0, 'credits must not be 0'),
    z.minimum(-GRANT_LIMIT, `credits must be at least -${GRANT_LIMIT}`),
    z.maximum(GRANT_LIMIT, `credits must be at most ${GRANT_LIMIT}`),
  ),
  /** Who the command's credentials belong to, as STS names them. */
  by: z.string().check(z.minLength(1), z.maxLength(2_048)),
  why: z
    .string('the reason must be text')
    .check(
      z.trim(),
      z.minLength(1, 'the reason must not be empty'),
      z.maxLength(WHY_LENGTH, `the reason must be at most ${WHY_LENGTH} characters`),
      z.regex(/^\P{Cc}*$/u, 'the reason must be one line'),
    ),
  /** Say what would happen, and do nothing. */
  dryRun: z.boolean(),
});
export type GrantRequest = z.infer<typeof grantRequest>;

export const grantAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('granted'), balance: credits }),
  z.object({ kind: z.literal('would_grant'), balance: credits }),
  /** This id has moved credits before: these. */
  z.object({
    kind: z.literal('already_granted'),
    credits,
    by: z.string(),
    why: z.string(),
    createdAt: z.string(),
  }),
  z.object({ kind: z.literal('no_account') }),
  z.object({ kind: z.literal('closed_account'), closedAt: z.string() }),
  /** Less is there than was to be taken; nothing was. */
  z.object({ kind: z.literal('insufficient'), balance: credits }),
]);
export type GrantAnswer = z.infer<typeof grantAnswer>;
