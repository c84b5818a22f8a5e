import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { clientSettings } from '../aws/client-settings.ts';
import { fail, ok, warn, type Check } from './check.ts';
import { may } from './may.ts';

/** What Lambda insists on leaving to all functions without a reservation. */
const LEFT_TO_OTHERS = 100;

/**
 * Whether the account's Lambda concurrency holds what the stage reserves. Lambda is asked, and not Service Quotas: a new
 * account's limit is lower than the quota that is listed.
 */
export const concurrency: Check = {
  name: 'Lambda concurrency',
  async look({ settings: { stage, region, generateConcurrency: reserved } }) {
    const lambda = new LambdaClient(clientSettings(region));
    const { AccountLimit } = await may('lambda:GetAccountSettings', () =>
      lambda.send(new GetAccountSettingsCommand({})),
    );
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    const ask = `Ask for more: Service Quotas, AWS Lambda, Concurrent executions, in ${region}.`;
    if (reserved > 0 && limit - reserved < LEFT_TO_OTHERS) {
      return [
        fail(
          `The account runs ${limit} at once, which leaves no room to reserve ${reserved}: a deployment would fail.`,
          `${ask} Until then set generateConcurrency: 0 in infra/stages/${stage}.ts.`,
        ),
      ];
    }
    if (limit < LEFT_TO_OTHERS)
      return [warn(`The account runs no more than ${limit} functions at once.`, ask)];
    return [ok(`${limit} at once, ${reserved} of them reserved for generations.`)];
  },
};
