import type { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { ImageModel } from '../contract/model-pool.ts';

// Hand-written statements: CDK's grant methods allow more actions than a function needs.

type TableAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query' | 'Scan';
type ImageAction = 'GetObject' | 'PutObject' | 'DeleteObject';

function allow(actions: string[], resource: string): iam.PolicyStatement {
  return new iam.PolicyStatement({ actions, resources: [resource] });
}

/** A transaction needs only the actions of its parts. */
export function allowTable(table: dynamodb.Table, ...actions: TableAction[]): iam.PolicyStatement {
  return allow(
    actions.map((action) => `dynamodb:${action}`),
    table.tableArn,
  );
}

export function allowIndexQuery(table: dynamodb.Table, index: string): iam.PolicyStatement {
  return allow(['dynamodb:Query'], `${table.tableArn}/index/${index}`);
}

/** The actions on the images, and on no other object of the bucket. */
export function allowImages(bucket: s3.Bucket, ...actions: ImageAction[]): iam.PolicyStatement {
  return allow(
    actions.map((action) => `s3:${action}`),
    bucket.arnForObjects('thumbnails/*'),
  );
}

/** To list the images, and no other object of the bucket. */
export function allowImageList(bucket: s3.Bucket): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': 'thumbnails/*' } },
  });
}

export function allowUserDeletion(pool: cognito.UserPool): iam.PolicyStatement {
  return allow(['cognito-idp:AdminDeleteUser'], pool.userPoolArn);
}

/** To invoke the models of the pool, each in its own region. */
export function allowModels(scope: Stack, models: readonly ImageModel[]): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: ['bedrock:InvokeModel'],
    resources: models.map(
      ({ id, region }) => `arn:${scope.partition}:bedrock:${region}::foundation-model/${id}`,
    ),
  });
}

export function allowSecret(secret: secretsmanager.Secret): iam.PolicyStatement {
  return allow(['secretsmanager:GetSecretValue'], secret.secretArn);
}
