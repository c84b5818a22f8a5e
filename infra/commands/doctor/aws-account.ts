import { BudgetsClient, DescribeBudgetsCommand } from '@aws-sdk/client-budgets';
import type { Stack } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { reserveConcurrency } from '../../stages/reserved-concurrency.ts';
import { listStackRegions } from '../../stages/stacks.ts';
import {
  BOOTSTRAP_VERSION,
  ROLLBACK_BOOTSTRAP_VERSION,
  bootstrapCommand,
  clientSettings,
  createClient,
  describeCredentialsError,
  findBootstrapVersion,
  findCaller,
  isCreated,
  MissingPermissionError,
  readResources,
  SIGN_IN,
  type Caller,
} from '../aws.ts';
import { fail, getErrorName, ok, unknown, warn, type Check, type Finding } from './check.ts';
import { listCalledModels } from './models.ts';

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
  isPrerequisite: true,
  probe({ settings }) {
    const names = new Set([
      ...listStackRegions(settings),
      ...listCalledModels(settings).map(({ region }) => region),
    ]);
    return [...names].map(async (region) => {
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
    });
  },
};

/** Each region of a stack needs the CDK's bootstrap stack. */
export const bootstrap: Check = {
  name: 'CDK bootstrap',
  isPrerequisite: true,
  probe: ({ settings, caller }) =>
    listStackRegions(settings).map(async (region) => {
      const version = await findBootstrapVersion(region);
      const fix = `Run: ${bootstrapCommand(caller.account, region)}`;
      if (version === undefined) return fail(`${region} is not bootstrapped.`, fix);
      const tooOld = `Version ${version} in ${region} is too old`;
      if (version < BOOTSTRAP_VERSION) return fail(`${tooOld}.`, fix);
      if (version >= ROLLBACK_BOOTSTRAP_VERSION) return ok(`${region} has version ${version}.`);
      return warn(`${tooOld} to roll back a failed update (npx cdk rollback).`, fix);
    }),
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
  isPrerequisite: true,
  async probe({ settings, stack }) {
    const { stage, region } = settings;
    const reserved = Object.values(reserveConcurrency(settings)).reduce((sum, value) => sum + value, 0);
    const lambda = createClient(LambdaClient, region);
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
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
  const resources = await readResources(name, region);
  return Object.values(resources)
    .map(({ Properties }) => Number(Properties?.['ReservedConcurrentExecutions'] ?? 0))
    .reduce((sum, reserved) => sum + reserved, 0);
}

/** AWS Budgets has one endpoint for all regions. */
const BUDGETS_REGION = 'us-east-1';

/**
 * Checks that the account can have the stage's budget. AWS Budgets denies access to two kinds of member accounts of an
 * organization: an account whose billing data is not available yet (about a day), and an account whose management account does
 * not allow budgets.
 */
export const budget: Check = {
  name: 'budget',
  isPrerequisite: true,
  remedy: ({ stage }) =>
    `A new account of an organization can have one after about a day, if its management account allows it. Until then set monthlyBudgetUsd: 0 in infra/stages/${stage}.ts.`,
  async probe({ settings: { monthlyBudgetUsd }, caller }) {
    if (monthlyBudgetUsd === 0) return [];
    const budgets = new BudgetsClient(clientSettings(BUDGETS_REGION));
    try {
      await budgets.send(new DescribeBudgetsCommand({ AccountId: caller.account, MaxResults: 1 }));
    } catch (error) {
      if (getErrorName(error) !== 'AccessDeniedException') throw error;
      if (isMissingPermission(error)) throw new MissingPermissionError('budgets:ViewBudget', error);
      return fail('The account cannot have a budget: a deployment would fail.');
    }
    return ok(`The account can have a budget; it notifies at ${monthlyBudgetUsd} US dollars a month.`);
  },
};

/** IAM's own sentence for a missing permission. The same error without it is about the account. */
function isMissingPermission(error: unknown): boolean {
  return error instanceof Error && error.message.includes('not authorized to perform');
}
