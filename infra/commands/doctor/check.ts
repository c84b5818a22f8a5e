import type { Stack } from '@aws-sdk/client-cloudformation';
import Stripe from 'stripe';
import type { StageSettings } from '../../stages/settings.ts';
import { MissingPermissionError, type Caller } from '../aws.ts';

/** `warn` is not urgent, `FAIL` blocks creators or the deployment, `?` could not be checked. */
export type Status = 'ok' | 'warn' | 'FAIL' | '?';

export interface Finding {
  status: Status;
  /** The result in one sentence. Never contains a secret. */
  message: string;
  /** The instruction that solves the problem. Absent if there is nothing to do. */
  fix?: string;
}

export interface StripeAccount {
  client: Stripe;
  /** True for a live key, which charges real cards. */
  isLive: boolean;
  /** True for a restricted key (rk_…). A full secret key can do anything in the Stripe account. */
  isRestricted: boolean;
  /** Empty before `npm run stripe:setup`. */
  webhookSecret: string;
}

/** The stage under examination. Shared data is loaded once. */
export interface CheckContext {
  settings: StageSettings;
  /** Identity of the credentials in use. */
  caller: Caller;
  now: Date;
  /** The stack of the product in any state; undefined before the first deployment. */
  stack: () => Promise<Stack | undefined>;
  /** Outputs of that stack; undefined before the first successful deployment. */
  outputs: () => Promise<Record<string, string> | undefined>;
  /** The stage's Stripe account; undefined before `npm run stripe:setup`. */
  stripe: () => Promise<StripeAccount | undefined>;
}

type Findings = Finding | readonly (Findings | Promise<Findings>)[];

/** A row of a table. Its probe asks the readers, and its remedy is a sentence. A row has at most 25 lines. */
export interface Check {
  /** Name in the report. */
  name: string;
  /** True if a deployment would fail halfway after a failure of this check, so `npm run deploy` does not start. @default false */
  isPrerequisite?: boolean;
  /** Returns the findings; an empty list if the check does not apply to the stage. An error becomes a finding. */
  probe: (context: CheckContext) => Findings | Promise<Findings>;
  /** Returns the instruction for a finding that is not ok and has no `fix`. */
  remedy?: (settings: StageSettings) => string;
}

export function ok(message: string): Finding {
  return { status: 'ok', message };
}

const finding =
  (status: Status) =>
  (message: string, fix?: string): Finding => ({
    status,
    message,
    ...(fix !== undefined && { fix }),
  });

export const warn = finding('warn');
export const fail = finding('FAIL');
export const unknown = finding('?');

/** The sentence that names the command. */
export function deployCommand({ stage }: Pick<StageSettings, 'stage'>): string {
  return `Run: npm run deploy -- --stage ${stage}`;
}

/** One line of the report. */
export interface CheckResult extends Finding {
  check: string;
}

/** Finding as text, with what to do. */
export function formatResult({ check, status, message, fix }: CheckResult): string {
  return `${status} ${check}: ${message}${fix === undefined ? '' : `\n     ${fix}`}`;
}

const RUN_AGAIN = 'Run the doctor again.';

/** Timeout of a check in milliseconds. Longer than its slowest sequence of calls. */
const CHECK_TIMEOUT_MS = 30_000;

/** Runs all checks in parallel. A check that fails or hangs does not affect the others. Keeps the order of the checks. */
export async function runChecks(
  checks: readonly Check[],
  context: CheckContext,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<CheckResult[]> {
  const results = await Promise.all(
    checks.map(async (check) => {
      const findings = await runWithTimeout(check, context, timeoutMs);
      return findings.map((finding) => ({ check: check.name, ...finding }));
    }),
  );
  return results.flat();
}

async function runWithTimeout(
  { probe, remedy }: Check,
  context: CheckContext,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Finding[]>((resolve) => {
    const message = `No answer within ${timeoutMs / 1_000} s.`;
    timer = setTimeout(() => resolve([unknown(message, RUN_AGAIN)]), timeoutMs);
  });
  try {
    const findings = await Promise.race([listFindings(probe(context)), timeout]);
    return findings.map((found) =>
      remedy !== undefined && found.status !== 'ok' && found.fix === undefined
        ? { ...found, fix: remedy(context.settings) }
        : found,
    );
  } catch (error) {
    return [toFinding(error)];
  } finally {
    clearTimeout(timer);
  }
}

async function listFindings(found: Findings | Promise<Findings>): Promise<Finding[]> {
  const findings = await found;
  if ('status' in findings) return [findings];
  return (await Promise.all(findings.map(listFindings))).flat();
}

function toFinding(error: unknown): Finding {
  if (error instanceof MissingPermissionError) {
    return unknown(
      'These credentials lack the permission for this check.',
      `Allow ${error.permission}, or run the doctor with other credentials.`,
    );
  }
  return unknown(`The check failed: ${getErrorName(error)}.`, RUN_AGAIN);
}

/** Returns only the name: a message may contain data of the request. */
export function getErrorName(error: unknown): string {
  // The name of every Stripe error is "Error".
  if (error instanceof Stripe.errors.StripeError) return error.type;
  return error instanceof Error ? error.name : 'an unknown error';
}
