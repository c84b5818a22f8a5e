import { App, Stack } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { AwsSolutionsChecks } from 'cdk-nag';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRecoveryTemplate, listReferences } from '../../infra/recovery-template.ts';
import { dev, full, named, prod, removeHash, type Cloud } from './support/cloud.ts';

const recover = ({ template }: Cloud) => createRecoveryTemplate(template.toJSON());

describe('the recovery template', () => {
  // Each table that keeps its rows, and the other resources that cannot be made again. Add a new resource here on purpose.
  it.each(Object.entries({ prod, full }))('of %s has everything that the stack keeps', (_, cloud) => {
    const kept = Object.entries(cloud.all())
      .filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain') === true)
      .map(([id, { Type }]) => `${id} ${Type}`)
      .filter((line) => !line.endsWith(' AWS::Logs::LogGroup'));
    const { Resources } = recover(cloud);

    expect(Object.entries(Resources).map(([id, { Type }]) => `${removeHash(id)} ${Type}`)).toEqual(kept);
    for (const { DeletionPolicy } of Object.values(Resources)) expect(DeletionPolicy).toBe('Retain');
  });

  it.each(Object.entries({ dev, named }))('of %s, which keeps nothing, is empty', (_, cloud) => {
    expect(recover(cloud).Resources).toEqual({});
  });

  it.each(Object.entries({ prod, dev, full, named }))(
    'of %s has no reference that leads out of it',
    (_, cloud) => {
      const { Resources } = recover(cloud);
      const outside = listReferences(Resources).filter(
        (name) => !(name in Resources) && !name.startsWith('AWS::'),
      );

      expect(outside).toEqual([]);
    },
  );

  it.each([
    ['prod', prod, ['EmailVerificationMessage', 'LambdaConfig', 'VerificationMessageTemplate']],
    // The messages name the custom domain, which is no reference.
    ['full', full, ['LambdaConfig']],
  ])(
    'of %s leaves out only what refers to other resources, so that a table keeps its keys and indexes',
    (_, cloud, properties) => {
      const { Resources } = recover(cloud);
      const whole = cloud.template.toJSON() as { Resources: Record<string, { Properties: object }> };
      const omitted = Object.entries(Resources).flatMap(([id, { Properties }]) =>
        Object.keys(whole.Resources[id]?.Properties ?? {})
          .filter((name) => !(name in Properties))
          .map((name) => `${removeHash(id)}.${name}`),
      );

      expect(omitted.sort()).toEqual(properties.map((name) => `IdentityPool.${name}`));
    },
  );

  it.each(Object.entries({ prod, full }))(
    'of %s passes the AWS Solutions rules as the stack does',
    (_, cloud) => {
      const templateFile = join(cloud.directory, 'recovery.template.json');
      writeFileSync(templateFile, JSON.stringify(recover(cloud)));
      const app = new App();
      new CfnInclude(new Stack(app, 'Recovery'), 'Template', { templateFile });
      const { violations } = new AwsSolutionsChecks(app).validateScope(app);
      const rules = new Set(violations.map(({ ruleName }) => ruleName.replace(/\[.*/, '')));

      expect([...rules].sort()).toEqual(
        // The stack also acknowledges these findings, except S10: the next deployment adds the policy of the bucket, because an
        // import cannot have the policy.
        ['COG1', 'COG2', 'COG8', 'S1', 'S10', 'SMG4'].map((id) => `AwsSolutions-${id}`),
      );
    },
  );

  it('follows every form of a reference', () => {
    const value = [
      { Ref: 'A' },
      { 'Fn::GetAtt': ['B', 'Arn'] },
      { 'Fn::GetAtt': 'C.Arn' },
      { 'Fn::Sub': '${D}/${E.Arn}/${!F}/${AWS::Region}' },
      { 'Fn::Sub': ['${G}${H}', { G: { Ref: 'I' } }] },
      { 'Fn::Join': ['', ['x', { Ref: 'J' }]] },
    ];

    expect(listReferences(value)).toEqual(['A', 'B', 'C', 'D', 'E', 'AWS::Region', 'H', 'I', 'J']);
  });
});
