import * as z from 'zod/mini';

/** A change of a user's credits. Entries are never changed or removed. */
export const ledgerEntry = z.object({
  userId: z.string(),
  /** Identifies the cause of the entry, so that a cause can never be booked twice. */
  entryId: z.string(),
  kind: z.enum([
    'welcome',
    'spend',
    'refund',
    'purchase',
    'collect',
    'clawback',
    'restore',
    'carry',
    'grant',
    'closed',
  ]),
  /** The amount in credits. Negative if credits were taken. */
  amount: z.int(),
  /** The id of the cause: a generation, a checkout session, a refund, a dispute, another account or a grant. */
  ref: z.string(),
  /** The time of the booking (ISO 8601, UTC). */
  createdAt: z.string(),
  /**
   * The change of the account's shortfall. A clawback adds the credits that it could not take, because they were already spent. A
   * collection and a restored clawback have a negative number. A carried shortfall is negative in one account and positive in the other.
   */
  shortfall: z.optional(z.int()),
  /** The pack of the entry's purchase, and the change of the account's credits of this pack (`User.packs`). */
  pack: z.optional(z.string()),
  packCredits: z.optional(z.int()),
  /**
   * Set for restored credits if the refund failed or the dispute was won. An outdated event then takes nothing for this refund or dispute.
   */
  isEnded: z.optional(z.literal(true)),
  /** Set for a purchase that was booked on a deleted account, whose credits cannot be spent. */
  isLate: z.optional(z.literal(true)),
  /** The credits of a purchase that settled the shortfall (`collectEntry`). */
  settled: z.optional(z.int()),
  /** The kind of generation that a spend pays for, and the thumbnail that an edit changes. @default a thumbnail */
  purpose: z.optional(z.enum(['cutout', 'edit'])),
  thumbnailId: z.optional(z.string()),
  /** The operator of a grant, and the operator's reason. */
  by: z.optional(z.string()),
  why: z.optional(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** An entry before it is booked. */
export type NewEntry = Omit<LedgerEntry, 'createdAt'>;
