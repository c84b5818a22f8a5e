import type { Stack } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { reserveConcurrency } from '../../stages/reserved-concurrency.ts';
import { listStackRegions } from '../../stages/stacks.ts';
import {
  BOOTSTRAP_VERSION,
  bootstrapCommand,
  clientSettings,
  describeCredentialsError,
  findBootstrapVersion,
  findCaller,
  isCreated,
  readResources,
  SIGN_IN,
  type Caller,
} from '../aws.ts';
import { listCalledModels } from './called-models.ts';
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
  async probe({ settings }) {
    const names = new Set([
      ...listStackRegions(settings),
      ...listCalledModels(settings).map(({ region }) => region),
    ]);
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
  probe: ({ settings, caller }) =>
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

/**
 * Lambda requires that this much concurrency stays unreserved (Lambda developer guide, "Configuring reserved concurrency").
 */
const MINIMUM_UNRESERVED = 100;

/**
 * Reads the limits from Lambda: the limit of a new account is lower than the value that Service Quotas lists, and other
 * functions of the account can have reservations.
 */
export const concurrency: Check = {
  name: 'Lambda concurrency',
  async probe({ settings, stack }) {
    const { stage, region } = settings;
    const reserved = Object.values(reserveConcurrency(settings)).reduce((sum, value) => sum + value, 0);
    const lambda = new LambdaClient(clientSettings(region));
    const { AccountLimit } = await withPermission('lambda:GetAccountSettings', () =>
      lambda.send(new GetAccountSettingsCommand({})),
    );
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? limit;
    const fix = `Request an increase in ${region}: Service Quotas, AWS Lambda, Concurrent executions.`;
    const additional = reserved === 0 ? 0 : reserved - (await readReserved(await stack(), region));
    if (additional > 0 && unreserved - additional < MINIMUM_UNRESERVED) {
      return fail(
        `${unreserved} of the account's ${limit} concurrent executions are unreserved: too few to reserve ${additional} more, because ${MINIMUM_UNRESERVED} must stay unreserved. A deployment would fail.`,
        `${fix} Until then set generateConcurrency: 0 in infra/stages/${stage}.ts.`,
      );
    }
    if (unreserved < MINIMUM_UNRESERVED) {
      return warn(`${unreserved} of the account's ${limit} concurrent executions are unreserved.`, fix);
    }
    return ok(`The account's limit is ${limit}; ${reserved} are reserved.`);
  },
};

/** The concurrency that the functions of the deployed stack have reserved. An update changes only the difference. */
async function readReserved(stack: Stack | undefined, region: string): Promise<number> {
  if (!isCreated(stack)) return 0;
  const { StackName: name = '' } = stack;
  const resources = await withPermission('cloudformation:GetTemplate', () => readResources(name, region));
  return Object.values(resources)
    .map(({ Properties }) => Number(Properties?.['ReservedConcurrentExecutions'] ?? 0))
    .reduce((sum, reserved) => sum + reserved, 0);
}

export const alarms: Check = {
  name: 'alarms',
  probe({ settings: { alarmEmail } }) {
    // The settings require an address for a stage that keeps its data.
    if (alarmEmail === undefined) return [];
    return ok('Alarms are sent by e-mail, once the recipient has confirmed the subscription.');
  },
};
