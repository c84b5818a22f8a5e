import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageInput } from './settings.ts';

const SES_FROM_ADDRESS = process.env['SES_FROM_ADDRESS'];

/** For creators. Deleting the stack keeps their data. */
export const prod: StageInput = {
  stage: 'prod',
  keepData: true,
  logRetentionDays: RetentionDays.ONE_YEAR,
  // The two newest.
  earlyAccess: ['brand', 'keys'],
  waf: { enabled: true },
  // Write your address here, or set the environment variable wherever you deploy from.
  alarmEmail: process.env['ALARM_EMAIL'],
  // As above. `deploy` requires a sender: Cognito's own e-mails would stop all sign-ups after 50 on one day.
  ...(SES_FROM_ADDRESS && { ses: { fromAddress: SES_FROM_ADDRESS } }),
  // About 500 images a day of the default pool's first model, with room for its second.
  dailyModelSpendUsd: 25,
  monthlyBudgetUsd: 750,
};
