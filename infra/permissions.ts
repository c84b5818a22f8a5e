import type { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import {
  PROFILE_REGIONS,
  toFoundationModelId,
  type ImageModel,
  type ServiceModel,
} from '../contract/model-pool.ts';

// Hand-written statements: CDK's grant methods allow more actions than a function needs.

type TableAction =
  | 'ConditionCheckItem'
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan';
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
  return allowObjects(bucket, 'thumbnails', actions);
}

/** The actions on the creators' reference images, and on no other object of the bucket. */
export function allowReferenceImages(bucket: s3.Bucket, ...actions: ImageAction[]): iam.PolicyStatement {
  return allowObjects(bucket, 'references', actions);
}

function allowObjects(bucket: s3.Bucket, folder: string, actions: ImageAction[]): iam.PolicyStatement {
  return allow(
    actions.map((action) => `s3:${action}`),
    bucket.arnForObjects(`${folder}/*`),
  );
}

/** To list the objects in these folders of the bucket, and no others. */
export function allowImageList(
  bucket: s3.Bucket,
  ...folders: ('thumbnails' | 'references')[]
): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': folders.map((folder) => `${folder}/*`) } },
  });
}

type QueueAction =
  | 'SendMessage'
  | 'ReceiveMessage'
  | 'DeleteMessage'
  | 'ChangeMessageVisibility'
  | 'GetQueueAttributes';

export function allowQueue(queue: sqs.Queue, ...actions: QueueAction[]): iam.PolicyStatement {
  return allow(
    actions.map((action) => `sqs:${action}`),
    queue.queueArn,
  );
}

type UserPoolAction =
  | 'AdminDeleteUser'
  | 'AdminGetUser'
  | 'AdminSetUserPassword'
  | 'AdminUserGlobalSignOut'
  | 'ListUsers';

export function allowUserPool(pool: cognito.UserPool, ...actions: UserPoolAction[]): iam.PolicyStatement {
  return allow(
    actions.map((action) => `cognito-idp:${action}`),
    pool.userPoolArn,
  );
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

/**
 * To invoke inference profiles from their regions, also with Converse. A profile forwards to its foundation model
 * in any region of its geography; the condition allows that model only through the profile (Amazon Bedrock user guide,
 * "Geographic cross-Region inference").
 */
export function allowProfiles(
  scope: Stack,
  models: readonly Pick<ServiceModel, 'id' | 'regions'>[],
): iam.PolicyStatement[] {
  return models.flatMap(({ id, regions }) => {
    const profiles = regions.map(
      (region) => `arn:${scope.partition}:bedrock:${region}:${scope.account}:inference-profile/${id}`,
    );
    return [
      new iam.PolicyStatement({ actions: ['bedrock:InvokeModel'], resources: profiles }),
      new iam.PolicyStatement({
        actions: ['bedrock:InvokeModel'],
        resources: PROFILE_REGIONS.map(
          (region) => `arn:${scope.partition}:bedrock:${region}::foundation-model/${toFoundationModelId(id)}`,
        ),
        conditions: { StringEquals: { 'bedrock:InferenceProfileArn': profiles } },
      }),
    ];
  });
}

export function allowSecret(secret: secretsmanager.Secret): iam.PolicyStatement {
  return allow(['secretsmanager:GetSecretValue'], secret.secretArn);
}
