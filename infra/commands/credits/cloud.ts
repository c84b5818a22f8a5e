import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { userInfo } from 'node:os';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { findCaller } from '../aws/caller.ts';
import { clientSettings } from '../aws/client-settings.ts';
import { mainStackOf } from '../../stages/stacks.ts';
import { findStack, outputsOf } from '../aws/stacks.ts';
import { stageOf, UsageError } from '../command-line.ts';

/** The functions that operators may ask, by their names in the stack. */
type OperatorFunction = 'AuditCredits' | 'ShowAccount' | 'GrantCredits';

/** A stage as an operator reaches it. */
export interface Cloud {
  /**
   * Asks one of the operators' functions.
   * @throws Error with a sentence when it failed; the SDK's errors when it could not be asked.
   */
  invoke<Answer extends mini.core.$ZodType>(
    name: OperatorFunction,
    request: object,
    answer: Answer,
  ): Promise<mini.output<Answer>>;
  /** A user's id by the id itself, or by the e-mail address they sign in with. @throws Error for an unknown address. */
  userIdOf(idOrAddress: string): Promise<string>;
  /** Who asks: what AWS says of the credentials in use. */
  operator(): Promise<string>;
}

/** What `--stage` and `--local` are, for every part of the command. */
export const WHERE = { stage: { type: 'string' }, local: { type: 'boolean', default: false } } as const;

export const WHERE_HELP = `  --stage NAME   dev or prod
  --local        the embedded cloud instead, which npm start runs; at another port with PORT=…`;

export const EXITS_HELP =
  'Ends with 0 when all is well, 1 when something was found or failed, 2 when it was called wrongly.';

/** @throws UsageError; Error when the stage is not deployed, or the embedded cloud does not run. */
export async function reach({ stage, local }: { stage?: string; local: boolean }): Promise<Cloud> {
  if (!local) return deployed(stage);
  if (stage !== undefined) throw new UsageError('Either --stage or --local.');
  return embedded(`http://localhost:${process.env['PORT'] ?? '5173'}`);
}

/** How long one invocation may take, in ms: longer than the slices that an audit asks for. */
const INVOCATION_MS = 180_000;

/** A lost answer is not asked for again behind the operator's back. */
function lambdaSettings(region: string) {
  const { requestHandler, ...settings } = clientSettings(region);
  return {
    ...settings,
    maxAttempts: 1,
    requestHandler: { ...requestHandler, requestTimeout: INVOCATION_MS },
  };
}

const needed = z.object({
  UserPoolId: z.string(),
  AuditCreditsFunctionName: z.string(),
  ShowAccountFunctionName: z.string(),
  GrantCreditsFunctionName: z.string(),
});

async function deployed(name: string | undefined): Promise<Cloud> {
  const settings = stageOf(name);
  const { name: stackName, region } = mainStackOf(settings);
  const stack = await findStack(stackName, region);
  const outputs = needed.safeParse(stack && outputsOf(stack));
  if (!outputs.success) throw new Error(`The stack ${stackName} has to be deployed first, as it is now.`);
  return cloudOf(outputs.data, {
    lambda: new LambdaClient(lambdaSettings(region)),
    cognito: new CognitoIdentityProviderClient(clientSettings(region)),
    operator: async () => (await findCaller(region)).arn,
  });
}

const workshop = z.object({
  endpoints: z.object({ LAMBDA: z.string(), COGNITO_IDENTITY_PROVIDER: z.string() }),
  outputs: needed,
});

async function embedded(url: string): Promise<Cloud> {
  const answer = await fetch(`${url}/local/endpoints.json`).catch((error: unknown) => {
    throw new Error(`The embedded cloud does not answer at ${url}: npm start, or set PORT.`, {
      cause: error,
    });
  });
  const { endpoints, outputs } = workshop.parse(await answer.json());
  // It has one region and lets in everybody.
  const region = 'us-west-2';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return cloudOf(outputs, {
    lambda: new LambdaClient({ ...lambdaSettings(region), endpoint: endpoints.LAMBDA, credentials }),
    cognito: new CognitoIdentityProviderClient({
      ...clientSettings(region),
      endpoint: endpoints.COGNITO_IDENTITY_PROVIDER,
      credentials,
    }),
    operator: () => Promise.resolve(`local:${userInfo().username}`),
  });
}

interface Connection {
  lambda: LambdaClient;
  cognito: CognitoIdentityProviderClient;
  operator: () => Promise<string>;
}

function cloudOf(outputs: z.output<typeof needed>, { lambda, cognito, operator }: Connection): Cloud {
  return {
    async invoke(name, request, answer) {
      const { Payload = new Uint8Array(), FunctionError } = await lambda.send(
        new InvokeCommand({
          FunctionName: outputs[`${name}FunctionName`],
          Payload: JSON.stringify(request),
        }),
      );
      const payload: unknown = JSON.parse(Buffer.from(Payload).toString());
      if (FunctionError !== undefined) throw new Error(failureOf(name, payload));
      const parsed = mini.safeParse(answer, payload);
      if (!parsed.success) throw new Error(`${name} is of another version: deploy the stage again.`);
      return parsed.data;
    },
    async userIdOf(idOrAddress) {
      if (!idOrAddress.includes('@')) return idOrAddress;
      try {
        const { UserAttributes = [] } = await cognito.send(
          new AdminGetUserCommand({ UserPoolId: outputs.UserPoolId, Username: idOrAddress }),
        );
        return z.string().parse(UserAttributes.find(({ Name }) => Name === 'sub')?.Value);
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
        throw new Error('Nobody signs in with this address.', { cause: error });
      }
    },
    operator,
  };
}

const failure = z.object({ errorType: z.string(), errorMessage: z.string() });

function failureOf(name: OperatorFunction, payload: unknown): string {
  const { errorType, errorMessage } = failure.parse(payload);
  return `${name} failed, and its log says more. ${errorType}: ${errorMessage}`;
}
