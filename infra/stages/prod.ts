import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageInput } from './settings.ts';

/** For creators. Deleting the stack keeps their data. */
export const prod: StageInput = {
  stage: 'prod',
  keepData: true,
  logRetentionDays: RetentionDays.ONE_YEAR,
  waf: { enabled: true },
  // Write your address here, or set the environment variable wherever you deploy from.
  alarmEmail: process.env['ALARM_EMAIL'],
  // About 500 images a day of the default pool's first model, with room for its second.
  dailyModelSpendUsd: 25,
  monthlyBudgetUsd: 750,
};
