import type { Stack } from 'aws-cdk-lib';
import { allowIndexQuery, allowTable } from '../permissions.ts';
import { allowCounting, createFunctions, type FunctionContext } from './create-functions.ts';

/** The functions of the keys of the public API. */
export function createApiKeyFunctions(stack: Stack, context: FunctionContext) {
  const { settings, data } = context;
  const { users, apiKeys } = data;
  const environment = { STAGE: settings.stage, API_PACK: settings.apiPack };
  return createFunctions(stack, context, {
    'api-keys': {
      access: [
        allowTable(users, 'GetItem', 'UpdateItem'),
        allowTable(apiKeys, 'PutItem', 'DeleteItem'),
        allowIndexQuery(apiKeys, 'owner'),
        allowCounting(context),
      ],
      environment,
    },
    'authorize-key': {
      description: 'Checks the API keys of the public API',
      access: [allowTable(users, 'GetItem'), allowTable(apiKeys, 'GetItem', 'UpdateItem')],
      environment,
    },
  });
}
