import { Duration, type Stack } from 'aws-cdk-lib';
import { Operation } from '../constructs/operation.ts';
import { onTable } from '../permissions.ts';
import { accountEnvironment, openAccount, type Shared } from './shared.ts';

/** The functions around a user's account. */
export function accountFunctions(stack: Stack, shared: Shared) {
  const { settings, data } = shared;
  const common = {
    environment: accountEnvironment(shared),
    logRetentionDays: settings.logRetentionDays,
  };
  return {
    welcomeUser: new Operation(stack, 'WelcomeUser', {
      ...common,
      operation: 'welcome-user',
      description: 'Opens the account of a confirmed user',
      permissions: openAccount(data),
      // Cognito does not wait longer.
      timeout: Duration.seconds(5),
    }).function,
    readCredits: new Operation(stack, 'ReadCredits', {
      ...common,
      operation: 'read-credits',
      description: 'GET /api/credits',
      permissions: [onTable(data.users, 'GetItem', 'UpdateItem'), ...openAccount(data)],
    }).function,
  };
}
