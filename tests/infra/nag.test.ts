import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, NagRuleCompliance, type IApplyRule } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { cloudOf } from '../../infra/assembly.ts';
import { buildFunctions } from '../../infra/build/functions.ts';
import { STAGES, writeSite } from './support/stages.ts';

// CloudFormation's own rules take most of a synth's time, and speak at `cdk synth`.
vi.stubEnv('CDK_VALIDATION', 'false');

interface Finding {
  id: string;
  path: string;
}

/** The same pack, which listens to no excuse. */
class Unforgiving extends AwsSolutionsChecks {
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

/** Everything that is acknowledged at a construct or below it. */
function acknowledged(scope: IConstruct): (Finding & { reason: string })[] {
  return scope.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([id, reason]) => ({ id: id.replace(/^annotation::/i, ''), path: node.path, reason })),
  );
}

const root = await mkdtemp(join(tmpdir(), 'nag-'));
const site = await writeSite(root);
await buildFunctions();
afterAll(() => rm(root, { recursive: true }));

const apps = Object.entries(STAGES).map(([stage, settings]) => {
  const app = cloudOf({ settings, site, outdir: join(root, stage) });
  // References from one stack to another are worked out by the synth.
  app.synth();
  return [stage, app] as const;
});

describe.each(apps)('the AWS Solutions rules, on the stage %s', (_, app) => {
  const choices = acknowledged(app);

  it('find nothing that is not a stated choice, not even to warn of', () => {
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);

    expect(
      violations.map(({ ruleName, violatingResources }) => [
        ruleName,
        violatingResources.map(({ constructPath }) => constructPath),
      ]),
    ).toEqual([]);
  });

  it('find the cause of every stated choice: none has outlived it', () => {
    const pack = new Unforgiving(app);
    pack.validateScope(app);
    const idle = choices.filter(
      ({ id, path }) =>
        !pack.found.some((found) => found.id === id && `${found.path}/`.startsWith(`${path}/`)),
    );

    expect(choices).not.toEqual([]);
    expect(idle).toEqual([]);
  });

  it('are answered with a reason each', () => {
    for (const { id, reason } of choices) expect(reason.split(' ').length, id).toBeGreaterThanOrEqual(6);
  });
});
