import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, NagRuleCompliance, type IApplyRule } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { dev, full, largest, named, prod } from './support/cloud.ts';

interface Finding {
  id: string;
  path: string;
}

/** Checks the rules of AWS Solutions, and ignores acknowledgements. */
class StrictChecks extends AwsSolutionsChecks {
  readonly found: Finding[] = [];

  protected override applyRule(params: IApplyRule): void {
    const { ruleSuffixOverride: suffix, node } = params;
    const id = `${this.packName}-${suffix ?? params.rule.name}`;
    const { path } = node.node;
    const result = params.rule(node);
    if (Array.isArray(result))
      this.found.push(...result.map((finding) => ({ id: `${id}[${finding}]`, path })));
    else if (result === NagRuleCompliance.NON_COMPLIANT) this.found.push({ id, path });
  }
}

/** Every acknowledgement of a construct and its children. */
function listAcknowledgements(scope: IConstruct): (Finding & { reason: string })[] {
  return scope.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([id, reason]) => ({ id: id.replace(/^annotation::/i, ''), path: node.path, reason })),
  );
}

describe.each(Object.entries({ prod, dev, full, named, largest }))('on the stage %s', (_, { app }) => {
  const acknowledgements = listAcknowledgements(app);

  it('the AWS Solutions rules find nothing that is not acknowledged, not even a warning', () => {
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);

    expect(
      violations.map(({ ruleName, violatingResources }) => [
        ruleName,
        violatingResources.map(({ constructPath }) => constructPath),
      ]),
    ).toEqual([]);
  });

  it('every acknowledgement has a finding, so that no acknowledgement is obsolete', () => {
    const pack = new StrictChecks(app);
    pack.validateScope(app);
    const obsolete = acknowledgements.filter(
      ({ id, path }) =>
        !pack.found.some((found) => found.id === id && `${found.path}/`.startsWith(`${path}/`)),
    );

    expect(acknowledgements).not.toEqual([]);
    expect(obsolete).toEqual([]);
  });

  it('every acknowledgement has a reason', () => {
    for (const { id, reason } of acknowledgements)
      expect(reason.split(' ').length, id).toBeGreaterThanOrEqual(6);
  });
});
