/** A message that `npm run dev` sends to the process of a cloud. */
export type CloudCommand =
  /** Starts the cloud that was synthesized. */
  | { kind: 'start' }
  /** Lets these operations load their new bundles. */
  | { kind: 'replace'; operations: readonly string[] };

/** A message that the process of a cloud sends to `npm run dev`. */
export type CloudReport =
  /** Reports that the stack is synthesized. Two templates that differ only in the code of functions have the same hash. */
  | { kind: 'synthesized'; templateHash: string }
  | { kind: 'ready'; port: number; warnings: readonly string[] };
