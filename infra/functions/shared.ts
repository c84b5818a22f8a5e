import type * as iam from 'aws-cdk-lib/aws-iam';
import type { Data } from '../constructs/data.ts';
import { onTable } from '../permissions.ts';
import type { StageSettings } from '../stages/settings.ts';

/** What functions of every kind are made of. */
export interface Shared {
  settings: StageSettings;
  data: Data;
}

/** For functions that move credits. */
export function ledgerEnvironment({ data }: Shared): Record<string, string> {
  return { USERS_TABLE: data.users.tableName, LEDGER_TABLE: data.ledger.tableName };
}

/** For functions that may meet a user without an account, and open it. */
export function accountEnvironment(shared: Shared): Record<string, string> {
  return {
    ...ledgerEnvironment(shared),
    WELCOME_CREDITS: String(shared.settings.welcomeCredits),
    WELCOMED_ADDRESSES_TABLE: shared.data.welcomedAddresses.tableName,
  };
}

/** To open accounts with their welcome credits, once for each address. */
export function openAccount({ users, ledger, welcomedAddresses }: Data): iam.PolicyStatement[] {
  return [
    onTable(users, 'PutItem'),
    onTable(ledger, 'PutItem'),
    onTable(welcomedAddresses, 'GetItem', 'PutItem'),
  ];
}
