import type { Stack } from 'aws-cdk-lib';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '../../contract/endpoints.ts';
import type { Data } from '../constructs/data.ts';
import { LambdaFunction, type LambdaFunctionProps } from '../constructs/lambda-function.ts';
import { allowTable } from '../permissions.ts';
import { reserveConcurrency } from '../stages/reserved-concurrency.ts';
import type { StageSettings } from '../stages/settings.ts';

/** What every group of functions needs. */
export interface FunctionContext {
  settings: StageSettings;
  data: Data;
}

interface FunctionDefinition extends Omit<
  LambdaFunctionProps,
  'operation' | 'description' | 'logRetentionDays' | 'reservedConcurrency'
> {
  /** @default the routes of the operation */
  description?: string;
}

/** Creates a Lambda function for each operation. The key is the operation's file in `functions/`. */
export function createFunctions<Operation extends string>(
  stack: Stack,
  { settings }: FunctionContext,
  definitions: Record<Operation, FunctionDefinition>,
): Record<Operation, lambda.Function> {
  const { logRetentionDays } = settings;
  const reserved = new Map<string, number>(Object.entries(reserveConcurrency(settings)));
  const functions = Object.entries<FunctionDefinition>(definitions).map(([operation, definition]) => {
    const reservedConcurrency = reserved.get(operation);
    const common = { operation, description: listRoutes(operation), logRetentionDays };
    const props = {
      ...common,
      ...(reservedConcurrency !== undefined && { reservedConcurrency }),
      ...definition,
    };
    return [operation, new LambdaFunction(stack, toPascalCase(operation), props).function];
  });
  return Object.fromEntries(functions) as Record<Operation, lambda.Function>;
}

function listRoutes(operation: string): string {
  return ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].operation === operation)
    .map(routeKey)
    .join(', ');
}

/** `read-credits` -> `ReadCredits` */
function toPascalCase(operation: string): string {
  return operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Environment of the functions that read or write the ledger. */
export function ledgerEnvironment({ data }: FunctionContext): Record<string, string> {
  return { USERS_TABLE: data.users.tableName, LEDGER_TABLE: data.ledger.tableName };
}

/** Environment of the functions that create an account at a user's first request. */
export function accountEnvironment(context: FunctionContext): Record<string, string> {
  return {
    ...ledgerEnvironment(context),
    ...rateLimitEnvironment(context),
    ...mailboxEnvironment(context),
    WELCOME_CREDITS: String(context.settings.welcomeCredits),
  };
}

/** Environment of the functions that know which accounts a mailbox has. */
export function mailboxEnvironment({ data }: FunctionContext): Record<string, string> {
  return { WELCOMED_ADDRESSES_TABLE: data.welcomedAddresses.tableName };
}

/** Permissions to connect an account with its mailbox, and to carry shortfalls of the other accounts of the mailbox to it. */
export function allowMailbox({ users, ledger, purchases, welcomedAddresses }: Data): iam.PolicyStatement[] {
  return [
    allowTable(users, 'GetItem', 'UpdateItem'),
    allowTable(ledger, 'GetItem', 'PutItem'),
    allowTable(purchases, 'Query'),
    allowTable(welcomedAddresses, 'GetItem', 'PutItem', 'UpdateItem'),
  ];
}

/** Environment of the functions that count requests. */
export function rateLimitEnvironment({ data, settings }: FunctionContext): Record<string, string> {
  return {
    RATE_LIMITS_TABLE: data.rateLimits.tableName,
    RATE_LIMITS: JSON.stringify(settings.rateLimits),
  };
}

/** Permissions to create an account with welcome credits, once for each mailbox and up to the limit of the day. */
export function allowAccountCreation({
  users,
  ledger,
  welcomedAddresses,
  rateLimits,
}: Data): iam.PolicyStatement[] {
  return [
    allowTable(users, 'PutItem'),
    allowTable(ledger, 'PutItem'),
    allowTable(welcomedAddresses, 'GetItem', 'PutItem'),
    allowTable(rateLimits, 'UpdateItem'),
  ];
}
