import { Duration, type Stack } from 'aws-cdk-lib';
import { allowTable } from '../permissions.ts';
import { createFunctions, type FunctionContext } from './create-functions.ts';

/**
 * Creates the functions for operators: one receives the errors of pages, the others serve `npm run credits`. No route leads to
 * the functions of `npm run credits`: IAM decides who may invoke them.
 */
export function createOperatorFunctions(stack: Stack, context: FunctionContext) {
  const { users, ledger, thumbnails, welcomedAddresses } = context.data;
  return createFunctions(stack, context, {
    'report-page-error': {
      access: [],
      // The table's name is read when the function is loaded: every handler of the API can find an account. This function never does.
      environment: { USERS_TABLE: users.tableName },
    },
    'audit-credits': {
      description: 'Compares every balance and every generation with the ledger',
      access: [
        allowTable(users, 'GetItem', 'Scan'),
        allowTable(ledger, 'Query', 'Scan'),
        allowTable(thumbnails, 'Query'),
      ],
      // Lambda's maximum: the daily run must read all accounts.
      timeout: Duration.minutes(15),
      // One full vCPU (Lambda developer guide, "Configure Lambda function memory").
      memorySize: 1769,
    },
    'show-account': {
      description: 'Shows one account without personal data',
      access: [
        allowTable(users, 'GetItem'),
        allowTable(ledger, 'Query'),
        allowTable(thumbnails, 'Query'),
        allowTable(welcomedAddresses, 'GetItem'),
      ],
      // It reads all ledger entries of a user.
      timeout: Duration.seconds(30),
    },
    'grant-credits': {
      description: 'Adds or removes credits of an account',
      access: [allowTable(users, 'GetItem', 'UpdateItem'), allowTable(ledger, 'GetItem', 'PutItem')],
    },
    'suspend-account': {
      description: 'Suspends an account, ends its suspension, or releases it',
      access: [allowTable(users, 'GetItem', 'UpdateItem'), allowTable(welcomedAddresses, 'PutItem')],
    },
  });
}
