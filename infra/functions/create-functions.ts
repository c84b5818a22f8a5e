import type { Stack } from 'aws-cdk-lib';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '#contract/endpoints/endpoints.ts';
import { isPublicEndpoint, publicRouteKey } from '#contract/endpoints/public-api.ts';
import type { Data } from '../constructs/data.ts';
import { LambdaFunction, type LambdaFunctionProps } from '../constructs/lambda-function.ts';
import { allowTable, type Access } from '../permissions.ts';
import { reserveConcurrency } from '../stages/reserved-concurrency.ts';
import type { StageSettings } from '../stages/settings.ts';

/** The settings and the data that every group of functions needs. */
export interface FunctionContext {
  settings: StageSettings;
  data: Data;
}

interface FunctionDefinition extends Pick<LambdaFunctionProps, 'timeout' | 'memorySize'> {
  /** @default the routes of the operation */
  description?: string;
  access: Access[];
  /** Variables that belong to no resource. */
  environment?: Record<string, string>;
}

/** Creates a Lambda function for each operation. The key is the name of the operation's file in `functions/api` or `functions/events`. */
export function createFunctions<Operation extends string>(
  stack: Stack,
  { settings }: FunctionContext,
  definitions: Record<Operation, FunctionDefinition>,
): Record<Operation, lambda.Function> {
  const { logRetentionDays } = settings;
  const reserved = new Map<string, number>(Object.entries(reserveConcurrency(settings)));
  const functions = Object.entries<FunctionDefinition>(definitions).map(([operation, definition]) => {
    const { access, environment = {}, ...props } = definition;
    const reservedConcurrency = reserved.get(operation);
    const construct = new LambdaFunction(stack, toPascalCase(operation), {
      operation,
      description: listRoutes(operation),
      logRetentionDays,
      ...(reservedConcurrency !== undefined && { reservedConcurrency }),
      ...props,
      environment: access.reduce((all, { environment: own }) => ({ ...all, ...own }), {
        ...environment,
        ...(hasFeature(operation) && { EARLY_ACCESS: JSON.stringify(settings.earlyAccess) }),
      }),
      permissions: access.flatMap(({ permissions = [] }) => permissions),
    });
    return [operation, construct.function];
  });
  return Object.fromEntries(functions) as Record<Operation, lambda.Function>;
}

/** True if an operation has an endpoint that belongs to a feature. */
const hasFeature = (operation: string): boolean =>
  ENDPOINT_NAMES.some((name) => ENDPOINTS[name].operation === operation && 'feature' in ENDPOINTS[name]);

function listRoutes(operation: string): string {
  return ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].operation === operation)
    .flatMap((name) => (isPublicEndpoint(name) ? [routeKey(name), publicRouteKey(name)] : [routeKey(name)]))
    .join(', ');
}

/** `read-credits` -> `ReadCredits` */
function toPascalCase(operation: string): string {
  return operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Allows a function to connect an account with its mailbox, and to carry shortfalls of the mailbox's other accounts to the account. */
export function allowMailbox({ users, ledger, purchases, welcomedAddresses }: Data): Access[] {
  return [
    allowTable(users, 'GetItem', 'UpdateItem'),
    allowTable(ledger, 'GetItem', 'PutItem'),
    allowTable(purchases, 'Query'),
    allowTable(welcomedAddresses, 'GetItem', 'PutItem', 'UpdateItem'),
  ];
}

/** Allows a function to count the requests of a user. */
export function allowCounting({ data, settings }: FunctionContext): Access {
  const { environment, ...access } = allowTable(data.rateLimits, 'UpdateItem');
  return { ...access, environment: { ...environment, RATE_LIMITS: JSON.stringify(settings.rateLimits) } };
}

/**
 * Allows a function to create an account at a user's first request, with welcome credits once for each mailbox and up to the
 * limit of the day.
 */
export function allowAccountCreation(context: FunctionContext): Access[] {
  const { users, ledger, welcomedAddresses } = context.data;
  return [
    { environment: { WELCOME_CREDITS: String(context.settings.welcomeCredits) } },
    allowTable(users, 'GetItem', 'PutItem'),
    allowTable(ledger, 'PutItem'),
    allowTable(welcomedAddresses, 'GetItem', 'PutItem'),
    allowCounting(context),
  ];
}
