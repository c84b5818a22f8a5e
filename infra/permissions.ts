import type { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { ImageModel } from '../contract/model-pool.ts';

type TableAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query' | 'Scan';

/** Exactly these actions on one table. A transaction needs the actions of its parts, and no more. */
export function onTable(table: dynamodb.Table, ...actions: TableAction[]): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [table.tableArn],
  });
}

export function queryIndex(table: dynamodb.Table, index: string): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: [`${table.tableArn}/index/${index}`],
  });
}

/** Exactly these actions on the pictures of a bucket, and on nothing else in it. */
export function onImages(
  bucket: s3.Bucket,
  ...actions: ('GetObject' | 'PutObject' | 'DeleteObject')[]
): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: actions.map((action) => `s3:${action}`),
    resources: [bucket.arnForObjects('thumbnails/*')],
  });
}

/** To list the pictures of a bucket, and nothing else in it. */
export function listImages(bucket: s3.Bucket): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': 'thumbnails/*' } },
  });
}

/** To remove users from one pool. */
export function deleteUsers(pool: cognito.UserPool): iam.PolicyStatement {
  return new iam.PolicyStatement({ actions: ['cognito-idp:AdminDeleteUser'], resources: [pool.userPoolArn] });
}

/** To invoke the models of the pool, each in its own region. */
export function invokeModels(scope: Stack, models: readonly ImageModel[]): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: ['bedrock:InvokeModel'],
    resources: models.map(
      ({ id, region }) => `arn:${scope.partition}:bedrock:${region}::foundation-model/${id}`,
    ),
  });
}

/** To read one secret's value. */
export function readSecret(secret: secretsmanager.Secret): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: [secret.secretArn],
  });
}
