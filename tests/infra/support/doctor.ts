import { runChecks, type Check, type CheckContext } from '../../../infra/commands/doctor/check.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import { ACCOUNT, SITE } from './aws.ts';

const NOW = new Date('2026-11-21T09:00:00Z');

export interface ContextChanges extends Partial<Omit<CheckContext, 'settings'>> {
  settings?: Partial<StageInput>;
}

/** Core and SD3.5 Large: 105 requests a minute, each for at most 29 s, for which 51 executions are reserved. */
const models = ['stability.stable-image-core-v1:1', 'stability.sd3-5-large-v1:0'].map((id) => ({
  id,
  region: 'us-west-2',
  schema: 'stability' as const,
  label: id,
  cost: 1,
}));

/** The context of a deployed stage with these models, otherwise default settings, and without reference models and Stripe. */
export function createContext({ settings, ...changes }: ContextChanges = {}): CheckContext {
  return {
    settings: parseSettings({
      stage: 'try',
      models,
      referenceModels: [],
      alarmEmail: 'ops@example.com',
      ...settings,
    }),
    caller: { account: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:user/operator` },
    now: NOW,
    stack: () =>
      Promise.resolve({ StackName: 'Thumbforge-try', CreationTime: NOW, StackStatus: 'CREATE_COMPLETE' }),
    outputs: () => Promise.resolve({ SiteUrl: SITE, StripeSecretArn: 'arn:aws:secretsmanager:::secret' }),
    stripe: () => Promise.resolve(undefined),
    ...changes,
  };
}

/** The context before the first deployment. */
export const NOT_DEPLOYED: ContextChanges = {
  stack: () => Promise.resolve(undefined),
  outputs: () => Promise.resolve(undefined),
};

/** The findings of one check, one line each: `FAIL The problem. -> The fix.` */
export async function runCheck(check: Check, changes: ContextChanges = {}): Promise<string[]> {
  const results = await runChecks([check], createContext(changes));
  return results.map(({ status, message, fix }) =>
    fix === undefined ? `${status} ${message}` : `${status} ${message} -> ${fix}`,
  );
}

/** The findings of one check without their fixes. A finding that is not `ok` or `?` must have a fix. */
export async function listProblems(check: Check, changes: ContextChanges = {}): Promise<string[]> {
  const results = await runChecks([check], createContext(changes));
  return results.map(({ status, message, fix }) => {
    const isFixed = status === '?' || (status === 'ok') === (fix === undefined);
    return `${status} ${message}${isFixed ? '' : ' (wrong presence of a fix)'}`;
  });
}

/** The finding for credentials that lack the permission. */
export function missingPermission(permission: string): string {
  return `? These credentials lack the permission for this check. -> Allow ${permission}, or run the doctor with other credentials.`;
}
