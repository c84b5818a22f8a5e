import { describe, expect, it } from 'vitest';
import {
  full,
  listRolePermissions,
  listRoleStatements,
  listStatements,
  prod,
  render,
  type Cloud,
} from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

const roles = Object.entries(prod.all('AWS::IAM::Role'));
const ownRoles = roles.filter(([id]) => !id.startsWith('Custom'));

describe('a role', () => {
  it.each(roles)('can be assumed only by Lambda: %s', (_, { Properties }) => {
    expect(listStatements(Properties['AssumeRolePolicyDocument'])).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
  });

  // The embedded cloud denies what the statements do not allow, so the other tests prove that they allow enough. These prove
  // that they allow no more.
  it.each(ownRoles)('of a function names its actions and resources: %s', (id, { Properties }) => {
    expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    for (const permission of listRolePermissions(full, id).filter((line) => line.includes('*'))) {
      // A user's objects are in a folder of the bucket, and an identity may have any configuration set.
      expect(permission).toMatch(
        /^Allow s3:(GetObject|PutObject|DeleteObject|DeleteObjectVersion) \$\{(ImagesBucket\.Arn\}\/(images|references)|UserExportBucket\.Arn\}\/users)\/\*$|^Allow ses:Send(Raw)?Email .*:configuration-set\/\*$/,
      );
    }
  });

  it('may list only folders of a bucket, and invoke a model behind a profile only through this profile', () => {
    const statements = ownRoles.flatMap(([id]) => listRoleStatements(full, id));
    const lists = statements.filter(({ Action }) => String(Action).startsWith('s3:List'));
    const models = statements.filter(({ Resource }) =>
      JSON.stringify(Resource).includes('::foundation-model/'),
    );

    const images = ['s3:ListBucket', { StringLike: { 's3:prefix': 'images/*' } }];
    const references = ['s3:ListBucketVersions', { StringLike: { 's3:prefix': 'references/*' } }];
    const erased = ['s3:ListBucketVersions', { StringLike: { 's3:prefix': 'users/*' } }];
    const exported = ['s3:ListBucket', { StringLike: { 's3:prefix': 'users/*' } }];
    expect(lists.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      ...[images, references],
      // delete-account, finish-closings
      ...[images, references, erased],
      ...[images, references, erased],
      exported,
    ]);
    const pool = STAGES.full.models.map(
      ({ id, region }) => `arn:aws:bedrock:${region}::foundation-model/${id}`,
    );
    for (const { Resource, Condition } of models) {
      const arns = [Resource].flat().map(render);
      if (Condition === undefined) {
        expect(arns.filter((arn) => arn.includes('::foundation-model/')).sort()).toEqual(pool.sort());
      } else {
        const { StringLike } = Condition as { StringLike: Record<string, unknown> };
        const profiles = [StringLike['bedrock:InferenceProfileArn']].flat().map(render);
        const names = (list: string[]) => [...new Set(list.map((arn) => arn.split(/\/(?:us\.)?/)[1]))].sort();
        expect(names(profiles)).toEqual(names(arns));
      }
    }
  });

  it('may invoke the models of its stage only, and no model without a setting', () => {
    const invoking = (cloud: Cloud) =>
      ownRoles
        .map(([id]) => id)
        .filter((id) => listRolePermissions(cloud, id).join().includes('bedrock'))
        .sort();

    expect(invoking(prod)).toEqual([
      'CreateCutoutRole',
      'CreateEditRole',
      'GenerateThumbnailRole',
      'GenerateWaitingRole',
      'McpRole',
    ]);
    expect(invoking(full)).toEqual([
      'GenerateThumbnailRole',
      'GenerateWaitingRole',
      'ImprovePromptRole',
      'McpRole',
      'SuggestConceptsRole',
      'SuggestEditRole',
      'TranslateTextsRole',
    ]);
  });
});
