import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageInput } from './settings.ts';

/** What creators use: nothing they own is lost by a mistaken command. */
export const prod: StageInput = {
  stage: 'prod',
  keepData: true,
  logRetentionDays: RetentionDays.ONE_YEAR,
  waf: { enabled: true },
  // Some 500 pictures a day of the default pool's first model, with room for its second.
  dailyModelSpendUsd: 25,
  monthlyBudgetUsd: 750,
};
