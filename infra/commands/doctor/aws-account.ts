import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { listStackRegions } from '../../stages/stacks.ts';
import {
  BOOTSTRAP_VERSION,
  bootstrapCommand,
  clientSettings,
  describeCredentialsError,
  findBootstrapVersion,
  findCaller,
  SIGN_IN,
  type Caller,
} from '../aws.ts';
import { fail, getErrorName, ok, unknown, warn, withPermission, type Check, type Finding } from './check.ts';

/** Runs first: every other check needs the credentials. */
export async function checkCredentials(region: string): Promise<{ finding: Finding; caller?: Caller }> {
  try {
    const caller = await findCaller(region);
    return { caller, finding: ok(`Account ${caller.account}, as ${getCallerName(caller)}.`) };
  } catch (error) {
    const message = describeCredentialsError(error);
    if (message !== undefined) return { finding: fail(message, SIGN_IN) };
    return {
      finding: unknown(
        `AWS did not identify the credentials: ${getErrorName(error)}.`,
        'Check the network, and run the doctor again.',
      ),
    };
  }
}

/** Omits the session's name, which may be an e-mail address. */
function getCallerName({ arn }: Caller): string {
  const [kind = '', name = kind] = (arn.split(':').at(-1) ?? '').split('/');
  return kind === name ? kind : `${kind} ${name}`;
}

/** AWS rejects an account's credentials in an opt-in region that the account has not enabled. */
export const regions: Check = {
  name: 'regions',
  async run({ settings }) {
    const names = new Set([...listStackRegions(settings), ...settings.models.map(({ region }) => region)]);
    return Promise.all(
      [...names].map(async (region) => {
        try {
          await findCaller(region);
          return ok(`${region} is enabled for the account.`);
        } catch (error) {
          if (!['InvalidClientTokenId', 'RegionDisabledException'].includes(getErrorName(error))) throw error;
          return fail(
            `${region} is not enabled for the account.`,
            `Run: aws account enable-region --region-name ${region}`,
          );
        }
      }),
    );
  },
};

/** Each region of a stack needs the CDK's bootstrap stack. */
export const bootstrap: Check = {
  name: 'CDK bootstrap',
  run: ({ settings, caller }) =>
    Promise.all(
      listStackRegions(settings).map(async (region) => {
        const version = await withPermission('cloudformation:DescribeStacks', () =>
          findBootstrapVersion(region),
        );
        if (version !== undefined && version >= BOOTSTRAP_VERSION) {
          return ok(`${region} has version ${version}.`);
        }
        const problem =
          version === undefined
            ? `${region} is not bootstrapped.`
            : `Version ${version} in ${region} is too old.`;
        return fail(problem, `Run: ${bootstrapCommand(caller.account, region)}`);
      }),
    ),
};

/** Lambda requires that this much concurrency stays unreserved. */
const MINIMUM_UNRESERVED = 100;

/** Reads the limit from Lambda: the limit of a new account is lower than the value that Service Quotas lists. */
export const concurrency: Check = {
  name: 'Lambda concurrency',
  async run({ settings: { stage, region, generateConcurrency: reserved } }) {
    const lambda = new LambdaClient(clientSettings(region));
    const { AccountLimit } = await withPermission('lambda:GetAccountSettings', () =>
      lambda.send(new GetAccountSettingsCommand({})),
    );
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    const fix = `Request an increase in ${region}: Service Quotas, AWS Lambda, Concurrent executions.`;
    if (reserved > 0 && limit - reserved < MINIMUM_UNRESERVED) {
      return [
        fail(
          `The account's limit of ${limit} is too low to reserve ${reserved}: a deployment would fail.`,
          `${fix} Until then set generateConcurrency: 0 in infra/stages/${stage}.ts.`,
        ),
      ];
    }
    if (limit < MINIMUM_UNRESERVED)
      return [warn(`The account's limit is ${limit} concurrent executions.`, fix)];
    return [ok(`The account's limit is ${limit}; ${reserved} are reserved for generations.`)];
  },
};

export const alarms: Check = {
  name: 'alarms',
  run({ settings: { stage, keepData, alarmEmail } }) {
    if (alarmEmail !== undefined) {
      return Promise.resolve([
        ok('Alarms are sent by e-mail, once the recipient has confirmed the subscription.'),
      ]);
    }
    if (!keepData) return Promise.resolve([]);
    return Promise.resolve([
      warn('Alarms are not sent to anyone.', `Set alarmEmail in infra/stages/${stage}.ts.`),
    ]);
  },
};
