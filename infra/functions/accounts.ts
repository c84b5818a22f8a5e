import { Duration, type Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import { type Access, allowEmail, allowIndexQuery, allowTable, allowUserPool } from '../permissions.ts';
import {
  allowAccountCreation,
  allowCounting,
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
    'send-support-message': {
      access: [allowTable(data.users, 'GetItem'), allowCounting(context), allowSupport(stack, context)],
    },
    'read-credits': { access: [...allowMailbox(data), ...allowAccountCreation(context)] },
  });
}

/** Allows a function to send messages to the operator. Without SES or an address of support, the function answers 404. */
function allowSupport(stack: Stack, { settings }: FunctionContext): Access {
  const { ses, legal, answerHours } = settings;
  if (ses === undefined || legal === undefined) return {};
  const { fromAddress: from, region = stack.region } = ses;
  const support = { from, to: legal.supportEmail, region, answerHours };
  return { ...allowEmail(stack, ses, 'SendRawEmail'), environment: { SUPPORT: JSON.stringify(support) } };
}

interface ApiKeyProps {
  /** Knows the address of the owner, who is told of a new key. */
  pool: cognito.UserPool;
  siteOrigin: string;
}

/** The functions of the keys of the public API. Separate from the other account functions, because they depend on the user pool. */
export function createApiKeyFunctions(stack: Stack, context: FunctionContext, props: ApiKeyProps) {
  const { settings, data } = context;
  const { users, apiKeys } = data;
  const environment = { STAGE: settings.stage };
  return createFunctions(stack, context, {
    'api-keys': {
      access: [
        allowTable(users, 'GetItem', 'UpdateItem'),
        allowTable(apiKeys, 'PutItem', 'DeleteItem'),
        allowIndexQuery(apiKeys, 'owner'),
        allowCounting(context),
        ...allowKeyEmails(stack, context, props),
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

/** Allows a function to tell the owner of an account that a key was created. A stage without SES sends no e-mail. */
function allowKeyEmails(
  stack: Stack,
  { settings: { ses } }: FunctionContext,
  { pool, siteOrigin }: ApiKeyProps,
): Access[] {
  if (ses === undefined) return [];
  const { fromAddress: from, region = stack.region } = ses;
  const environment = { KEY_EMAILS: JSON.stringify({ from, region }), SITE_URL: siteOrigin };
  return [{ ...allowEmail(stack, ses), environment }, allowUserPool(pool, 'AdminGetUser')];
}
