import {
  runChecks,
  type Check,
  type CheckContext,
  type Finding,
} from '../../../infra/commands/doctor/check.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';

export const ACCOUNT = '000000000000';
export const SITE = 'https://d111111abcdef8.cloudfront.net';
const NOW = new Date('2026-11-21T09:00:00Z');

interface ContextChanges extends Partial<Omit<CheckContext, 'settings'>> {
  settings?: Partial<StageInput>;
}

/** The context of a deployed stage with default settings and without Stripe. */
export function createContext({ settings, ...changes }: ContextChanges = {}): CheckContext {
  return {
    settings: parseSettings({ stage: 'try', ...settings }),
    caller: { account: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:user/operator` },
    now: NOW,
    outputs: () => Promise.resolve({ SiteUrl: SITE, StripeSecretArn: 'arn:aws:secretsmanager:::secret' }),
    stripe: () => Promise.resolve(undefined),
    ...changes,
  };
}

/** The findings of one check. */
export async function runCheck(check: Check, changes: ContextChanges = {}): Promise<Finding[]> {
  const results = await runChecks([check], createContext(changes));
  return results.map(({ status, message, fix }) => ({ status, message, ...(fix !== undefined && { fix }) }));
}

/** The finding for credentials that lack the permission. */
export function missingPermission(permission: string): Finding {
  return {
    status: '?',
    message: 'These credentials lack the permission for this check.',
    fix: `Allow ${permission}, or run the doctor with other credentials.`,
  };
}
