import { Duration, type Stack } from 'aws-cdk-lib';
import { allowProfiles, allowTable, type Access } from '../permissions.ts';
import { allowCounting, createFunctions, type FunctionContext } from './create-functions.ts';

/**
 * The functions that suggest prompts and edits, or look up the video that a prompt names. In a stage without a text model, the
 * functions that suggest answer 404 and have no permission for Bedrock.
 * @param youtube to look up a channel by its handle.
 */
export function createPromptFunctions(stack: Stack, context: FunctionContext, youtube: Access) {
  const { settings, data } = context;
  const { promptModel } = settings;
  const common = [allowTable(data.users, 'GetItem'), allowCounting(context)];
  const suggesting =
    promptModel === undefined
      ? common
      : [
          ...common,
          allowProfiles(stack, [{ id: promptModel.id, regions: [promptModel.region] }]),
          { environment: { PROMPT_MODEL: JSON.stringify(promptModel) } },
        ];
  return createFunctions(stack, context, {
    'improve-prompt': {
      access: suggesting,
      // The model has 7 s.
      timeout: Duration.seconds(15),
    },
    'suggest-edit': {
      access: [...suggesting, allowTable(data.thumbnails, 'GetItem')],
      // The model has 7 s for each of two answers.
      timeout: Duration.seconds(20),
    },
    'suggest-concepts': {
      access: [...suggesting, allowTable(data.thumbnails, 'GetItem')],
      // The model has 11 s for each of two answers.
      timeout: Duration.seconds(27),
    },
    'translate-texts': {
      access: [...suggesting, allowTable(data.thumbnails, 'GetItem')],
      // The model has 11 s for each of two answers.
      timeout: Duration.seconds(27),
    },
    'read-video-reference': {
      access: [...common, youtube],
      // A handle takes three requests to YouTube in sequence, of at most 3 s each.
      timeout: Duration.seconds(15),
    },
  });
}
