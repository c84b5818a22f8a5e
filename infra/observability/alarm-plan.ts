import type { ComparisonOperator, IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** One alarm, before it is made. */
export interface AlarmPlan {
  /** In PascalCase. Its section of docs/runbook.md has the same words. */
  name: string;
  /** What has happened, and why the threshold is where it is. One or two sentences. */
  says: string;
  metric: IMetric;
  threshold: number;
  /** @default at the threshold or above it */
  comparison?: ComparisonOperator;
  /** Periods in a row that have to be over it. @default 1 */
  periods?: number;
  /** What silence means. @default that all is well */
  missing?: TreatMissingData;
}
