import { z } from 'zod';
import { CognitoError } from './errors.ts';
import type { Client } from './pool.ts';
import type { TriggerName } from './pool-properties.ts';
import type { User } from './store.ts';

/**
 * A pool's Lambda triggers: the same event goes in, and comes back with `response` filled in.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
 */
interface Trigger<Response extends z.ZodType> {
  name: TriggerName;
  /** The reason, for example `PostConfirmation_ConfirmSignUp`. */
  source: string;
  user: User;
  request?: Record<string, unknown>;
  clientMetadata: Record<string, string> | undefined;
  response: Response;
}

/** How long Cognito waits for a trigger. */
export const TRIGGER_TIMEOUT_MS = 5_000;

const lambdaOutput = z.object({ response: z.unknown() });
const noResponse = z.unknown();
const preSignUpResponse = z.object({
  autoConfirmUser: z.boolean().nullish(),
  autoVerifyEmail: z.boolean().nullish(),
});
const customMessageResponse = z.object({
  emailMessage: z.string().nullish(),
  emailSubject: z.string().nullish(),
});

type Metadata = Record<string, string> | undefined;

/** @returns whether the function confirms the user, or its e-mail, by itself. */
export async function preSignUp(
  client: Client,
  user: User,
  clientMetadata: Metadata,
  validationData: Record<string, string>,
): Promise<{ confirmUser: boolean; verifyEmail: boolean }> {
  const response = await run(client, {
    name: 'PreSignUp',
    source: 'PreSignUp_SignUp',
    user,
    request: { validationData },
    clientMetadata,
    response: preSignUpResponse,
  });
  return {
    confirmUser: response?.autoConfirmUser === true,
    verifyEmail: response?.autoVerifyEmail === true,
  };
}

/** Runs when a user is confirmed already, which an error here does not undo. */
export async function postConfirmation(
  client: Client,
  user: User,
  clientMetadata: Metadata,
  reason: 'ConfirmSignUp' | 'ConfirmForgotPassword',
): Promise<void> {
  await run(client, {
    name: 'PostConfirmation',
    source: `PostConfirmation_${reason}`,
    user,
    clientMetadata,
    response: noResponse,
  });
}

/** @returns the pieces of a mail that the function words itself. */
export async function customMessage(client: Client, user: User, clientMetadata: Metadata, reason: string) {
  const response = await run(client, {
    name: 'CustomMessage',
    source: `CustomMessage_${reason}`,
    user,
    request: { codeParameter: '{####}', linkParameter: '{##Click Here##}', usernameParameter: null },
    clientMetadata,
    response: customMessageResponse,
  });
  // Only pools that send through SES may word the body: with Cognito's own sender the service refuses it.
  if (
    response?.emailMessage &&
    client.pool.properties.EmailConfiguration.EmailSendingAccount !== 'DEVELOPER'
  ) {
    throw new CognitoError(
      'InvalidLambdaResponseException',
      'CustomMessage returned an emailMessage, which needs EmailSendingAccount DEVELOPER.',
    );
  }
  return response;
}

async function run<Response extends z.ZodType>(
  client: Client,
  trigger: Trigger<Response>,
): Promise<z.infer<Response> | undefined> {
  const { pool } = client;
  const functionArn = pool.properties.LambdaConfig[trigger.name];
  if (functionArn === undefined) return undefined;

  // The function may look at the pool, and the process may be killed while it runs.
  pool.save();
  const answer = await withinLimit(
    trigger.name,
    pool.world.triggerTimeoutMs,
    pool.world.invokeTrigger(functionArn, eventOf(client, trigger)),
  );
  const event = lambdaOutput.safeParse(answer);
  const response = trigger.response.safeParse(event.data?.response);
  if (!event.success || !response.success) {
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  }
  return response.data;
}

function eventOf(client: Client, trigger: Trigger<z.ZodType>) {
  const { pool } = client;
  const { user } = trigger;
  return {
    version: '1',
    region: pool.world.region,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: client.id },
    triggerSource: trigger.source,
    request: {
      userAttributes: { ...user.attributes, 'cognito:user_status': user.status },
      ...trigger.request,
      ...(trigger.clientMetadata && { clientMetadata: trigger.clientMetadata }),
    },
    response: {},
  };
}

async function withinLimit(name: TriggerName, limit: number, invocation: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = `${name} invocation failed due to error Socket timeout while invoking Lambda function.`;
      reject(new CognitoError('UnexpectedLambdaException', reason));
    }, limit);
  });
  const answer = invocation.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CognitoError('UserLambdaValidationException', `${name} failed with error ${reason}.`);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
