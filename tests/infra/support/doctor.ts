import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../../infra/commands/doctor.ts';
import { runChecks, type Check, type CheckContext } from '../../../infra/commands/doctor/check.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import { ACCOUNT, mockAws, resetAws, SITE, type Answers } from './aws.ts';

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

/** The context of a deployed stage with these models, otherwise default settings, and without services and Stripe. */
export function createContext({ settings, ...changes }: ContextChanges = {}): CheckContext {
  return {
    settings: parseSettings({
      stage: 'try',
      models,
      services: [],
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

/** Finds the only check of the doctor with a name. */
export function findCheck(name: string): Check {
  const [check, ...others] = CHECKS.filter((each) => each.name === name);
  if (check === undefined || others.length > 0) throw new Error(`Not one check has the name ${name}.`);
  return check;
}

/** The findings of one check of the doctor, one line each: `FAIL The problem. -> The fix.` */
export async function runCheck(name: string, changes: ContextChanges = {}): Promise<string[]> {
  const results = await runChecks([findCheck(name)], createContext(changes));
  return results.map(({ status, message, fix }) =>
    fix === undefined ? `${status} ${message}` : `${status} ${message} -> ${fix}`,
  );
}

/** The answers of AWS or the changes of the stage, and the expected findings. */
export type Case = readonly [given: ContextChanges & { aws?: Answers }, ...findings: string[]];

/**
 * Tests a check: for each case the findings, one line each. A line ends with ` -> ` and the fix, or with ` -> …` for any fix.
 * @param always the answers of AWS in every case.
 */
export function testCheck(name: string, cases: Readonly<Record<string, Case>>, always: Answers = {}): void {
  describe(`doctor, ${name}:`, () => {
    it.each(Object.entries(cases))('%s', async (_, [{ aws = {}, ...changes }, ...findings]) => {
      resetAws();
      mockAws({ ...always, ...aws });

      const lines = await runCheck(name, changes);

      const shortened = lines.map((line, index) =>
        findings[index]?.endsWith(ANY_FIX) === true ? line.replace(/ -> .*/, ANY_FIX) : line,
      );
      expect(shortened).toEqual(findings);
    });
  });
}

const ANY_FIX = ' -> …';

/** The finding for credentials that lack the permission. */
export function missingPermission(permission: string): string {
  return `? These credentials lack the permission for this check. -> Allow ${permission}, or run the doctor with other credentials.`;
}
