import { Duration, type Stack } from 'aws-cdk-lib';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { allowSecret, allowTable } from '../permissions.ts';
import { createFunctions, rateLimitEnvironment, type FunctionContext } from './create-functions.ts';

export interface ReferenceAccess {
  environment: Record<string, string>;
  permissions: iam.PolicyStatement[];
}

/** What a function needs to look up a channel by its handle. Nothing in a stage without a key. */
export function getYoutubeAccess(secret: secretsmanager.Secret | undefined): ReferenceAccess {
  if (secret === undefined) return { environment: {}, permissions: [] };
  return { environment: { YOUTUBE_SECRET_ARN: secret.secretArn }, permissions: [allowSecret(secret)] };
}

export function createReferenceFunctions(stack: Stack, context: FunctionContext, youtube: ReferenceAccess) {
  const { users, rateLimits } = context.data;
  return createFunctions(stack, context, {
    'read-video-reference': {
      environment: {
        USERS_TABLE: users.tableName,
        ...rateLimitEnvironment(context),
        ...youtube.environment,
      },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(rateLimits, 'UpdateItem'),
        ...youtube.permissions,
      ],
      // A handle takes three requests to YouTube in sequence, of at most 3 s each.
      timeout: Duration.seconds(15),
    },
  });
}
