import { Duration, type Stack } from 'aws-cdk-lib';
import { allowTable } from '../permissions.ts';
import {
  accountEnvironment,
  allowAccountCreation,
  createFunctions,
  type FunctionContext,
} from './create-functions.ts';

export function createAccountFunctions(stack: Stack, context: FunctionContext) {
  const { data } = context;
  const environment = accountEnvironment(context);
  return createFunctions(stack, context, {
    'welcome-user': {
      description: 'Creates the account of a confirmed user',
      environment,
      permissions: allowAccountCreation(data),
      // Cognito's timeout for a trigger.
      timeout: Duration.seconds(5),
    },
    'read-credits': {
      environment,
      permissions: [allowTable(data.users, 'GetItem', 'UpdateItem'), ...allowAccountCreation(data)],
    },
  });
}
