import { MissingPermissionError } from '../aws.ts';
import { getErrorName } from '../doctor/check.ts';
import { UnexpectedAnswerError, type PublicConfig, type SiteClient } from '../site-client.ts';
import type { StageAccess } from '../stage-access.ts';
import type { SignedInUser, TemporaryUser } from '../temporary-user.ts';

/** `skip`: not checked, with the reason. */
export type SmokeStatus = 'ok' | 'FAIL' | 'skip';

export interface SmokeResult {
  check: string;
  status: SmokeStatus;
  /** One sentence without personal data and without a secret. */
  message: string;
  /** Duration in milliseconds. */
  duration: number;
}

/** The state that the checks share. Each check adds what later checks need. */
export interface SmokeContext {
  access: StageAccess;
  poolId: string;
  site: SiteClient;
  /** The users that the command deletes at the end. */
  users: TemporaryUser[];
  config?: PublicConfig;
  creator?: SignedInUser;
  stranger?: SignedInUser;
  thumbnail?: { id: string; url: string };
  /** Stripe's page. */
  checkout?: { url: string; credits: number };
}

export interface SmokeCheck {
  name: string;
  /**
   * @returns what was found, in one sentence.
   * @throws UnexpectedAnswerError for a finding; SkippedError if the check cannot run. Any other error is also a finding.
   */
  run: (context: SmokeContext) => Promise<string>;
}

/** A check that does not apply to the stage, or that an earlier failure prevents. */
export class SkippedError extends Error {
  override name = 'SkippedError';
}

/** @throws SkippedError if an earlier check did not provide the value. */
export function requireStep<Value>(value: Value | undefined, step: string): Value {
  if (value === undefined) throw new SkippedError(`Needs the check "${step}", which did not succeed.`);
  return value;
}

/** Runs the checks one after another. A failure does not stop the later checks; an interruption stops them. */
export async function runSmokeChecks(
  checks: readonly SmokeCheck[],
  context: SmokeContext,
  signal: AbortSignal,
): Promise<SmokeResult[]> {
  const results: SmokeResult[] = [];
  for (const check of checks) {
    results.push(await runSmokeCheck(check.name, () => runUnlessAborted(check, context, signal)));
  }
  return results;
}

async function runUnlessAborted(
  check: SmokeCheck,
  context: SmokeContext,
  signal: AbortSignal,
): Promise<string> {
  try {
    signal.throwIfAborted();
    return await check.run(context);
  } catch (error) {
    throw signal.aborted ? new SkippedError('Interrupted.') : error;
  }
}

/** Measures one step, and turns its error into a result. Never throws. */
export async function runSmokeCheck(check: string, run: () => Promise<string>): Promise<SmokeResult> {
  const start = performance.now();
  const finish = (status: SmokeStatus, message: string): SmokeResult => ({
    check,
    status,
    message,
    duration: Math.round(performance.now() - start),
  });
  try {
    return finish('ok', await run());
  } catch (error) {
    return finish(error instanceof SkippedError ? 'skip' : 'FAIL', describe(error));
  }
}

/** Shows only the messages of our own errors: another message may contain data of the request. */
function describe(error: unknown): string {
  const isOwn =
    error instanceof SkippedError ||
    error instanceof UnexpectedAnswerError ||
    error instanceof MissingPermissionError;
  return isOwn ? error.message : `The check failed: ${getErrorName(error)}.`;
}
