import { Duration, type Stack } from 'aws-cdk-lib';
import { allowProfiles, allowTable, type Access } from '../permissions.ts';
import { allowCounting, createFunctions, type FunctionContext } from './create-functions.ts';

/**
 * The functions that help with a prompt before the generation. In a stage without a text model, improve-prompt answers 404 and
 * has no permission for Bedrock.
 * @param youtube to look up a channel by its handle.
 */
export function createPromptFunctions(stack: Stack, context: FunctionContext, youtube: Access) {
  const { promptModel } = context.settings;
  const common = [allowTable(context.data.users, 'GetItem'), allowCounting(context)];
  return createFunctions(stack, context, {
    'improve-prompt': {
      access:
        promptModel === undefined
          ? common
          : [
              ...common,
              allowProfiles(stack, [{ id: promptModel.id, regions: [promptModel.region] }]),
              { environment: { PROMPT_MODEL: JSON.stringify(promptModel) } },
            ],
      // The model has 7 s.
      timeout: Duration.seconds(15),
    },
    'read-video-reference': {
      access: [...common, youtube],
      // A handle takes three requests to YouTube in sequence, of at most 3 s each.
      timeout: Duration.seconds(15),
    },
  });
}
