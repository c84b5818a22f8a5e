import { DAY, type AlarmRow } from './alarm-row.ts';

/** The alarms on the functions that a schedule or the user pool calls. */
export const BACKGROUND_ALARMS = {
  SweepSilent: {
    metric: { kind: 'own', name: 'OldestPending', statistic: 'SampleCount' },
    minutes: 15,
    threshold: 1,
    comparison: 'below',
    startsWithoutData: true,
    description:
      'refund-abandoned, which refunds interrupted generations, has not completed a run for 15 minutes. That is three runs.',
    act: 'Enable its schedule, or correct its error: no credit of an interrupted generation is refunded until then.',
  },
  ScheduledFailures: {
    metric: {
      kind: 'functionErrorSum',
      functions: {
        refunds: 'refund-abandoned',
        deletions: 'finish-closings',
        references: 'delete-expired-references',
        payments: 'reconcile-payments',
      },
    },
    minutes: 30,
    threshold: 6,
    description:
      'The functions that run every five minutes (refunds of interrupted generations, account deletions, deletions of reference images, missed payments) failed six times in 30 minutes. Each run is tried three times, so at least two runs failed.',
    act: 'Correct the error on the same day: refunds, deletions and payments wait for it.',
  },
  UserExportSilent: {
    // 0 if a run of the period succeeded.
    metric: { kind: 'functionErrors', function: 'export-users', statistic: 'Minimum' },
    minutes: DAY,
    threshold: 1,
    periods: 2,
    startsWithoutData: true,
    description:
      'export-users, which copies the addresses of all users every day, has not completed a run for two days. If the user pool is lost, new accounts and addresses are missing in the copy.',
    act: 'Enable its schedule, or correct its error, on the same day.',
  },
  OrphanedAccounts: {
    metric: { kind: 'functionErrors', function: 'delete-orphaned-accounts', statistic: 'Sum' },
    minutes: DAY,
    threshold: 3,
    description:
      'The daily run that deletes accounts without a user failed three times: it was repeated twice. Either Cognito failed, or more than 20 accounts have no user, and nothing was deleted.',
    act: 'Find out on the same day whether users were lost, before you allow the deletion.',
  },
  SignUpConfirmations: {
    metric: { kind: 'functionErrors', function: 'welcome-user', statistic: 'Sum' },
    minutes: 15,
    threshold: 3,
    description:
      'welcome-user failed three or more times in 15 minutes. Cognito reports an error to a creator who confirms an address or resets a password, and a new account has no welcome credits.',
    act: 'Roll back if it started with a deployment.',
  },
  CodeEmails: {
    metric: { kind: 'functionErrors', function: 'compose-code-email', statistic: 'Sum' },
    minutes: 15,
    threshold: 3,
    description:
      'compose-code-email failed three or more times in 15 minutes. Cognito sends no code then: no one can sign up or reset a password.',
    act: 'Roll back, or remove the trigger "Custom message" of the user pool.',
  },
  SignInTokens: {
    metric: { kind: 'functionErrors', function: 'restrict-access-token', statistic: 'Sum' },
    minutes: 15,
    threshold: 3,
    description:
      'restrict-access-token failed three or more times in 15 minutes. Cognito issues no tokens then: no one can sign in, and sessions end after an hour.',
    act: 'Roll back, or remove the trigger "Pre token generation" of the user pool.',
  },
} as const satisfies Record<string, AlarmRow>;
