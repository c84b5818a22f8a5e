import type { StageSettings } from '../../stages/settings.ts';
import type { Caller } from '../aws/caller.ts';
import type { StripeAccount } from './stripe-account.ts';

/** `warn` may wait, `FAIL` stops creators or the deployment, `?` could not be looked at. */
export type State = 'ok' | 'warn' | 'FAIL' | '?';

export interface Finding {
  state: State;
  /** What was found, in one sentence. Never a secret. */
  found: string;
  /** What to do about it. Absent where there is nothing to do. */
  fix?: string;
}

/** What the checks look at. What several of them need is asked for once. */
export interface Patient {
  settings: StageSettings;
  /** Whose credentials these are. */
  caller: Caller;
  now: Date;
  /** Outputs of the deployed stack; undefined before the first deployment. */
  outputs: () => Promise<Record<string, string> | undefined>;
  /** The stage's Stripe account; undefined before `npm run stripe:setup`. */
  stripe: () => Promise<StripeAccount | undefined>;
}

export interface Check {
  /** As the table names it. */
  name: string;
  /** One finding or more; none where the stage has nothing to look at. What it throws is told as a finding. */
  look: (patient: Patient) => Promise<Finding[]>;
}

export function ok(found: string): Finding {
  return { state: 'ok', found };
}

export function warn(found: string, fix: string): Finding {
  return { state: 'warn', found, fix };
}

export function fail(found: string, fix: string): Finding {
  return { state: 'FAIL', found, fix };
}

export function unknown(found: string, fix?: string): Finding {
  return { state: '?', found, ...(fix === undefined ? {} : { fix }) };
}
