/** A message of `npm run dev` to the process of a cloud. */
export type CloudCommand =
  /** Starts the cloud that was synthesized. */
  | { kind: 'start' }
  /** Lets these operations load their new bundles. */
  | { kind: 'replace'; operations: readonly string[] };

/** A message of the process of a cloud. */
export type CloudReport =
  /** The stack is synthesized. Two templates that differ only in the code of functions have the same hash. */
  | { kind: 'synthesized'; templateHash: string }
  | { kind: 'ready'; port: number; warnings: readonly string[] };
