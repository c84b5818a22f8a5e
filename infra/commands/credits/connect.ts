import { AdminGetUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { flag, requireStage, STAGE_OPTION, UsageError } from '../command-line.ts';
import { accessEmbeddedCloud, accessStage, type StageAccess } from '../stage-access.ts';

/** The operators' functions, by their names in the stack. */
type OperatorFunction =
  | 'AuditCredits'
  | 'ShowAccount'
  | 'GrantCredits'
  | 'SuspendAccount'
  | 'ReconcilePayments';

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

/** The options that select a cloud, of every action. */
export const CLOUD_OPTIONS = {
  ...STAGE_OPTION,
  local: flag('the embedded cloud that npm start runs; PORT=… selects another port'),
};

/** @throws UsageError; Error if the stage is not deployed or the embedded cloud does not run. */
export async function connect({ stage, local }: { stage?: string; local: boolean }): Promise<Cloud> {
  if (!local) return createCloud(await accessStage(requireStage(stage)));
  if (stage !== undefined) throw new UsageError('Use either --stage or --local.');
  return createCloud(await accessEmbeddedCloud());
}

const requiredOutputs = z.object({
  UserPoolId: z.string(),
  AuditCreditsFunctionName: z.string(),
  ShowAccountFunctionName: z.string(),
  GrantCreditsFunctionName: z.string(),
  SuspendAccountFunctionName: z.string(),
  ReconcilePaymentsFunctionName: z.string(),
});

/** @throws Error if the stage is not deployed in this version. */
export function createCloud({ stage, outputs: given, lambda, cognito, findOperator }: StageAccess): Cloud {
  const { data: outputs } = requiredOutputs.safeParse(given);
  if (outputs === undefined) {
    throw new Error(
      `The stage ${stage} is not deployed, or its version is too old. Deploy it: npm run deploy -- --stage ${stage}`,
    );
  }
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
