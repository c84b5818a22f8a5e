import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { userInfo } from 'node:os';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { getMainStack } from '../../stages/stacks.ts';
import { clientSettings, findCaller, findStack, getOutputs } from '../aws.ts';
import { requireStage, STAGE_HELP, STAGE_OPTION, UsageError } from '../command-line.ts';

/** The operators' functions, by their names in the stack. */
type OperatorFunction = 'AuditCredits' | 'ShowAccount' | 'GrantCredits';

/** Access to a deployed stage or to the embedded cloud. */
export interface Cloud {
  /**
   * Invokes an operators' function.
   * @throws Error if the function failed; the SDK's errors if it could not be invoked.
   */
  invoke<Answer extends mini.core.$ZodType>(
    name: OperatorFunction,
    request: object,
    answer: Answer,
  ): Promise<mini.output<Answer>>;
  /** Finds a user's ID by the ID or by the e-mail address. @throws Error for an unknown address. */
  findUserId(idOrAddress: string): Promise<string>;
  /** Identity of the credentials in use. */
  findOperator(): Promise<string>;
}

/** The options that select a cloud, for every subcommand. */
export const CLOUD_OPTIONS = { ...STAGE_OPTION, local: { type: 'boolean', default: false } } as const;

export const CLOUD_HELP = `  ${STAGE_HELP}
  --local        the embedded cloud that npm start runs; PORT=… selects another port`;

export const EXIT_CODES_HELP = 'Exit code: 0 success, 1 a finding or a failure, 2 wrong usage.';

/** @throws UsageError; Error if the stage is not deployed or the embedded cloud does not run. */
export async function connect({ stage, local }: { stage?: string; local: boolean }): Promise<Cloud> {
  if (!local) return connectToStage(stage);
  if (stage !== undefined) throw new UsageError('Use either --stage or --local.');
  return connectToEmbeddedCloud(`http://localhost:${process.env['PORT'] ?? '5173'}`);
}

/** Timeout of one invocation in milliseconds. Longer than the slices of an audit. */
const INVOCATION_TIMEOUT_MS = 180_000;

/** No automatic retries: the operator decides whether to repeat an invocation whose response was lost. */
function lambdaSettings(region: string) {
  const { requestHandler, ...settings } = clientSettings(region);
  return {
    ...settings,
    maxAttempts: 1,
    requestHandler: { ...requestHandler, requestTimeout: INVOCATION_TIMEOUT_MS },
  };
}

const requiredOutputs = z.object({
  UserPoolId: z.string(),
  AuditCreditsFunctionName: z.string(),
  ShowAccountFunctionName: z.string(),
  GrantCreditsFunctionName: z.string(),
});

async function connectToStage(name: string | undefined): Promise<Cloud> {
  const settings = requireStage(name);
  const { name: stackName, region } = getMainStack(settings);
  const stack = await findStack(stackName, region);
  const outputs = requiredOutputs.safeParse(stack && getOutputs(stack));
  if (!outputs.success) {
    throw new Error(
      `The stack ${stackName} is not deployed, or its version is too old. Deploy it: npm run deploy -- --stage ${settings.stage}`,
    );
  }
  return createCloud(outputs.data, {
    lambda: new LambdaClient(lambdaSettings(region)),
    cognito: new CognitoIdentityProviderClient(clientSettings(region)),
    findOperator: async () => (await findCaller(region)).arn,
  });
}

const embeddedCloud = z.object({
  endpoints: z.object({ LAMBDA: z.string(), COGNITO_IDENTITY_PROVIDER: z.string() }),
  outputs: requiredOutputs,
});

async function connectToEmbeddedCloud(url: string): Promise<Cloud> {
  const response = await fetch(`${url}/local/endpoints.json`).catch((error: unknown) => {
    throw new Error(`The embedded cloud does not answer at ${url}. Start it with npm start, or set PORT.`, {
      cause: error,
    });
  });
  const { endpoints, outputs } = embeddedCloud.parse(await response.json());
  // The embedded cloud ignores the region and accepts any credentials.
  const region = 'us-west-2';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return createCloud(outputs, {
    lambda: new LambdaClient({ ...lambdaSettings(region), endpoint: endpoints.LAMBDA, credentials }),
    cognito: new CognitoIdentityProviderClient({
      ...clientSettings(region),
      endpoint: endpoints.COGNITO_IDENTITY_PROVIDER,
      credentials,
    }),
    findOperator: () => Promise.resolve(`local:${userInfo().username}`),
  });
}

interface Clients {
  lambda: LambdaClient;
  cognito: CognitoIdentityProviderClient;
  findOperator: () => Promise<string>;
}

function createCloud(
  outputs: z.output<typeof requiredOutputs>,
  { lambda, cognito, findOperator }: Clients,
): Cloud {
  return {
    async invoke(name, request, answer) {
      const { Payload = new Uint8Array(), FunctionError } = await lambda.send(
        new InvokeCommand({
          FunctionName: outputs[`${name}FunctionName`],
          Payload: JSON.stringify(request),
        }),
      );
      const payload: unknown = JSON.parse(Buffer.from(Payload).toString());
      if (FunctionError !== undefined) throw new Error(describeFailure(name, payload));
      const parsed = mini.safeParse(answer, payload);
      if (!parsed.success) {
        throw new Error(`${name} is deployed in another version. Deploy the stage again.`);
      }
      return parsed.data;
    },
    async findUserId(idOrAddress) {
      if (!idOrAddress.includes('@')) return idOrAddress;
      try {
        const { UserAttributes = [] } = await cognito.send(
          new AdminGetUserCommand({ UserPoolId: outputs.UserPoolId, Username: idOrAddress }),
        );
        return z.string().parse(UserAttributes.find(({ Name }) => Name === 'sub')?.Value);
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
        throw new Error('No user has this e-mail address.', { cause: error });
      }
    },
    findOperator,
  };
}

const failure = z.object({ errorType: z.string(), errorMessage: z.string() });

function describeFailure(name: OperatorFunction, payload: unknown): string {
  const { errorType, errorMessage } = failure.parse(payload);
  return `${name} failed; see its log for details. ${errorType}: ${errorMessage}`;
}
