import type { Check, Finding, Patient } from '../../../infra/commands/doctor/check.ts';
import { examine } from '../../../infra/commands/doctor/examine.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';

export const ACCOUNT = '000000000000';
export const SITE = 'https://d111111abcdef8.cloudfront.net';
export const NOW = new Date('2026-11-21T09:00:00Z');

interface Condition extends Partial<Omit<Patient, 'settings'>> {
  settings?: Partial<StageInput>;
}

/** A stage to examine: deployed, without Stripe, and as the defaults have it. */
export function patientWith({ settings, ...rest }: Condition = {}): Patient {
  return {
    settings: parseSettings({ stage: 'try', ...settings }),
    caller: { account: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:user/operator` },
    now: NOW,
    outputs: () => Promise.resolve({ SiteUrl: SITE, StripeSecretArn: 'arn:aws:secretsmanager:::secret' }),
    stripe: () => Promise.resolve(undefined),
    ...rest,
  };
}

/** What one check says, as the report would have it. */
export async function diagnose(check: Check, condition: Condition = {}): Promise<Finding[]> {
  const diagnoses = await examine([check], patientWith(condition));
  return diagnoses.map(({ state, found, fix }) => ({ state, found, ...(fix !== undefined && { fix }) }));
}

/** An error of an AWS service, by its name. */
export function awsError(name: string): Error {
  return Object.assign(new Error('A message that nobody should read.'), { name });
}

/** What is found where the credentials lack a permission. */
export function notAllowed(permission: string): Finding {
  return {
    state: '?',
    found: 'These credentials may not look.',
    fix: `Allow ${permission} to whoever runs this, or run it as somebody who may.`,
  };
}
