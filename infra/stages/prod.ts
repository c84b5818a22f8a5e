import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageInput } from './settings.ts';

/** @returns undefined also for an empty text, which GitHub passes for a variable that the repository does not have. */
function readVariable(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

const SES_FROM_ADDRESS = readVariable('SES_FROM_ADDRESS');

/** For creators. Deleting the stack keeps their data. */
export const prod: StageInput = {
  stage: 'prod',
  keepData: true,
  logRetentionDays: RetentionDays.ONE_YEAR,
  // The two newest.
  earlyAccess: ['brand', 'keys'],
  waf: { enabled: true },
  // Write your address here, or set the environment variable wherever you deploy from.
  alarmEmail: readVariable('ALARM_EMAIL'),
  // As above. `deploy` requires a sender: Cognito's own e-mails would stop all sign-ups after 50 on one day.
  ...(SES_FROM_ADDRESS !== undefined && { ses: { fromAddress: SES_FROM_ADDRESS } }),
  // About 500 images a day of the default pool's first model, with room for its second.
  dailyModelSpendUsd: 25,
  monthlyBudgetUsd: 750,
};
