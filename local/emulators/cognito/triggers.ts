import { z } from 'zod';
import { FunctionError } from '../../lambda/sandbox.ts';
import { AwsJsonError } from '../aws-json.ts';
import { invalidLambdaResponse, invalidParameter } from './errors.ts';
import type { Client, User } from './pool.ts';

type ClientMetadata = Record<string, string> | undefined;

interface TriggerCall {
  trigger: 'PostConfirmation' | 'CustomMessage' | 'PreTokenGeneration';
  /** The part after the underscore in the trigger source of the event. */
  reason: string;
  clientMetadata?: ClientMetadata;
  /** The fields of the event in addition to the common fields. */
  request?: object;
  response?: object;
}

/**
 * Runs the PostConfirmation trigger. The user is already confirmed when the function runs: an error in the function does not undo the
 * confirmation.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html
 */
export async function runPostConfirmation(
  client: Client,
  user: User,
  clientMetadata: ClientMetadata,
  reason: 'ConfirmSignUp' | 'ConfirmForgotPassword',
): Promise<void> {
  await runTrigger(client, user, { trigger: 'PostConfirmation', reason, clientMetadata });
}

const CODE_PARAMETER = '{####}';
const MAX_EMAIL_LENGTH = 20_000;

const customMessage = z.object({
  emailSubject: z.string().nullish(),
  emailMessage: z.string().nullish(),
});
type CustomMessage = z.infer<typeof customMessage>;

/**
 * Runs the CustomMessage trigger, which can replace the subject and the text of an e-mail.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 * @throws AwsJsonError if the function fails, or sets a text that Cognito refuses.
 */
export async function runCustomMessage(
  client: Client,
  user: User,
  clientMetadata: ClientMetadata,
  reason: 'SignUp' | 'ResendCode' | 'ForgotPassword',
): Promise<CustomMessage> {
  const response = await runTrigger(client, user, {
    trigger: 'CustomMessage',
    reason,
    clientMetadata,
    request: {
      codeParameter: CODE_PARAMETER,
      linkParameter: '{##Click Here##}',
      // Cognito sets this parameter only for a user whom an administrator creates.
      usernameParameter: null,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });
  const result = customMessage.safeParse(response);
  if (!result.success) throw invalidLambdaResponse();
  const { emailSubject, emailMessage } = result.data;
  const { EmailSendingAccount } = client.pool.settings.EmailConfiguration;
  const isText = typeof emailSubject === 'string' || typeof emailMessage === 'string';
  if (isText && EmailSendingAccount !== 'DEVELOPER') {
    throw new AwsJsonError(
      'InvalidLambdaResponseException',
      'CustomMessage can set emailSubject and emailMessage only with EmailSendingAccount DEVELOPER.',
    );
  }
  if (typeof emailMessage === 'string') checkEmailMessage(emailMessage);
  return result.data;
}

/** Checks the text of an e-mail. The error is documented in https://github.com/amazon-archives/amazon-cognito-identity-js/issues/99. */
function checkEmailMessage(message: string): void {
  if (message.includes(CODE_PARAMETER) && message.length <= MAX_EMAIL_LENGTH) return;
  throw invalidParameter(
    "1 validation error detected: Value at 'emailBody' failed to satisfy constraint: Member must satisfy regular expression " +
      'pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}\\s*]*\\{####\\}[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}\\s*]*',
  );
}

/** The changes of an access token. The schema is strict, because the emulator would ignore any other change. */
const accessTokenChanges = z.strictObject({
  claimsAndScopeOverrideDetails: z
    .strictObject({
      accessTokenGeneration: z.strictObject({ scopesToSuppress: z.array(z.string()).nullish() }).nullish(),
    })
    .nullish(),
});

/** The scope in every token that the user pools API issues. */
export const USER_SCOPE = 'aws.cognito.signin.user.admin';

/**
 * Runs the pre token generation trigger (version 2), which can remove scopes from the access token.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 * @returns the scopes of the token.
 * @throws AwsJsonError if the function fails, or makes any other change.
 */
export async function runPreTokenGeneration(
  client: Client,
  user: User,
  reason: 'Authentication' | 'RefreshTokens',
): Promise<string[]> {
  const response = await runTrigger(client, user, {
    trigger: 'PreTokenGeneration',
    reason,
    request: {
      groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
      scopes: [USER_SCOPE],
    },
    response: { claimsAndScopeOverrideDetails: null },
  });
  const result = accessTokenChanges.safeParse(response);
  if (!result.success) throw invalidLambdaResponse();
  const suppressed = result.data.claimsAndScopeOverrideDetails?.accessTokenGeneration?.scopesToSuppress ?? [];
  return [USER_SCOPE].filter((scope) => !suppressed.includes(scope));
}

/** Runs a trigger. @returns the `response` of the event that the function returns, or an empty object if the pool has no such trigger. */
async function runTrigger({ id: clientId, pool }: Client, user: User, call: TriggerCall): Promise<unknown> {
  const { invokeTrigger, region } = pool.options;
  const { trigger, reason, clientMetadata, request, response = {} } = call;
  const { PreTokenGenerationConfig, ...functions } = pool.settings.LambdaConfig;
  const functionArn =
    trigger === 'PreTokenGeneration' ? PreTokenGenerationConfig?.LambdaArn : functions[trigger];
  if (functionArn === undefined) return {};
  const event = {
    version: trigger === 'PreTokenGeneration' ? '2' : '1',
    region,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
    triggerSource: `${trigger === 'PreTokenGeneration' ? 'TokenGeneration' : trigger}_${reason}`,
    request: {
      userAttributes: { ...user.attributes, 'cognito:user_status': user.status },
      ...request,
      ...(clientMetadata && { clientMetadata }),
    },
    response,
  };
  // The pool is saved first, because the function may call the pool, and the process may be killed during the call.
  pool.save();
  const output = await retryTimeouts(() => invokeTrigger(functionArn, event)).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new AwsJsonError('UserLambdaValidationException', `${trigger} failed with error ${message}.`);
  });
  // The function must return the event.
  if (typeof output !== 'object' || output === null || !('response' in output)) throw invalidLambdaResponse();
  return output.response;
}

/**
 * Calls a function again that does not answer in its time, as Cognito does.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
 */
async function retryTimeouts(invoke: () => Promise<unknown>, calls = 3): Promise<unknown> {
  return invoke().catch((error: unknown) => {
    const isTimeout = error instanceof FunctionError && error.errorType === 'Sandbox.Timedout';
    if (!isTimeout || calls === 1) throw error;
    return retryTimeouts(invoke, calls - 1);
  });
}
