import { CognitoError } from './errors.ts';
import type { Client } from './pool.ts';
import type { User } from './user-store.ts';

/**
 * Runs the PostConfirmation trigger. The user is confirmed before the function runs: an error in it does not undo that.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html
 */
export async function runPostConfirmation(
  { id: clientId, pool }: Client,
  user: User,
  clientMetadata: Record<string, string> | undefined,
  reason: 'ConfirmSignUp' | 'ConfirmForgotPassword',
): Promise<void> {
  const { invokeTrigger, triggerTimeoutMs, region } = pool.options;
  const functionArn = pool.settings.LambdaConfig.PostConfirmation;
  if (functionArn === undefined) return;
  const event = {
    version: '1',
    region,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
    triggerSource: `PostConfirmation_${reason}`,
    request: {
      userAttributes: { ...user.attributes, 'cognito:user_status': user.status },
      ...(clientMetadata && { clientMetadata }),
    },
    response: {},
  };
  // The function may call the pool, and the process may be killed while it runs.
  pool.save();
  const invocation = invokeTrigger(functionArn, event).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const text = `PostConfirmation failed with error ${message}.`;
    throw new CognitoError('UserLambdaValidationException', text);
  });
  const output = await rejectAfter(triggerTimeoutMs, invocation);
  // The function must return the event.
  if (typeof output !== 'object' || output === null || !('response' in output)) {
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  }
}

async function rejectAfter(timeoutMs: number, invocation: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const reason = 'Socket timeout while invoking Lambda function.';
    const message = `PostConfirmation invocation failed due to error ${reason}`;
    timer = setTimeout(() => reject(new CognitoError('UnexpectedLambdaException', message)), timeoutMs);
  });
  return Promise.race([invocation, timeout]).finally(() => clearTimeout(timer));
}
