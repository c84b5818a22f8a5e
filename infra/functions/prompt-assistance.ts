import { Duration, type Stack } from 'aws-cdk-lib';
import { allowProfiles, allowTable } from '../permissions.ts';
import { createFunctions, rateLimitEnvironment, type FunctionContext } from './create-functions.ts';

/** In a stage without a text model, the function answers 404 and has no permission for Bedrock. */
export function createPromptAssistanceFunctions(stack: Stack, context: FunctionContext) {
  const { users, rateLimits } = context.data;
  const { promptModel } = context.settings;
  return createFunctions(stack, context, {
    'improve-prompt': {
      environment: {
        USERS_TABLE: users.tableName,
        ...rateLimitEnvironment(context),
        ...(promptModel !== undefined && { PROMPT_MODEL: JSON.stringify(promptModel) }),
      },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(rateLimits, 'UpdateItem'),
        ...(promptModel === undefined
          ? []
          : allowProfiles(stack, [{ id: promptModel.id, regions: [promptModel.region] }])),
      ],
      // The model has 7 s.
      timeout: Duration.seconds(15),
    },
  });
}
