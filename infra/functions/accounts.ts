import { Duration, type Stack } from 'aws-cdk-lib';
import { allowTable } from '../permissions.ts';
import {
  allowAccountCreation,
  allowMailbox,
  createFunctions,
  type FunctionContext,
} from './create-functions.ts';

/** Cognito's own timeout for a trigger. */
const TRIGGER_TIMEOUT = Duration.seconds(5);

/** @param siteOrigin the links in e-mails lead there. */
export function createAccountFunctions(stack: Stack, context: FunctionContext, siteOrigin: string) {
  const { data } = context;
  return createFunctions(stack, context, {
    'welcome-user': {
      description: 'Creates the account of a confirmed user, and ends the sessions after a password reset',
      // The user pool depends on this function, so the construct Identity adds the permissions on the user pool.
      access: [allowTable(data.users, 'UpdateItem'), ...allowAccountCreation(context)],
      timeout: TRIGGER_TIMEOUT,
    },
    'compose-code-email': {
      description: 'Sets the subject and the text of e-mails with a code',
      access: [],
      environment: { SITE_URL: siteOrigin },
      timeout: TRIGGER_TIMEOUT,
    },
    'restrict-access-token': {
      description: 'Removes the scope of the user operations of Cognito from access tokens',
      access: [],
      timeout: TRIGGER_TIMEOUT,
    },
    'read-credits': { access: [...allowMailbox(data), ...allowAccountCreation(context)] },
  });
}
