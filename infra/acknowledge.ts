import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * States that a finding of cdk-nag is a choice, with its reason. To be called beside what it is about: it holds for
 * that construct and all that is in it.
 * @param reasons by the finding's id, e.g. `AwsSolutions-S1`.
 */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}
