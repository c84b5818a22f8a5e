import type { AlarmRow } from './alarm-row.ts';

/** The alarms on what accounts use beside generations and payments: API keys and messages to support. */
export const ACCOUNT_ALARMS = {
  KeyChecks: {
    metric: { kind: 'functionErrors', function: 'authorize-key', statistic: 'Sum' },
    minutes: 15,
    threshold: 3,
    description:
      'authorize-key failed three or more times in 15 minutes. API Gateway answers 500 to requests of the public API and of the MCP server then, whatever their key. An unknown or revoked key is no failure.',
    act: 'Roll back if it started with a deployment.',
  },
  SupportMessages: {
    metric: { kind: 'serverErrors', endpoint: 'sendSupportMessage' },
    minutes: 15,
    threshold: 1,
    description:
      'A message to support was not sent. The page keeps it and names the address of support, but a creator may give up.',
    act: 'Look for the error of SES: if SES is stopped, no one can sign up either.',
  },
} as const satisfies Record<string, AlarmRow>;
