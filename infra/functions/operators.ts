import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import { Operation } from '../constructs/operation.ts';
import { onTable } from '../permissions.ts';
import { ledgerEnvironment, type Shared } from './shared.ts';

/**
 * The functions behind `npm run credits`: no route leads to them, and whoever may invoke one may ask it. The command
 * finds them by the stack's outputs.
 */
export function operatorFunctions(stack: Stack, shared: Shared) {
  const { users, ledger, thumbnails } = shared.data;
  const { logRetentionDays } = shared.settings;
  const generations = { THUMBNAILS_TABLE: thumbnails.tableName };
  const auditCredits = new Operation(stack, 'AuditCredits', {
    operation: 'audit-credits',
    description: 'Compares every balance with the ledger, and every generation with its rows',
    environment: { ...ledgerEnvironment(shared), ...generations },
    permissions: [
      onTable(users, 'GetItem', 'Scan'),
      onTable(ledger, 'Query', 'Scan'),
      onTable(thumbnails, 'Query'),
    ],
    logRetentionDays,
    // The longest there is: one run has to reach the end of the tables.
    timeout: Duration.minutes(15),
    // One whole vCPU: it has all accounts to go through.
    memorySize: 1769,
  });
  const showAccount = new Operation(stack, 'ShowAccount', {
    operation: 'show-account',
    description: 'One account for support, without anything personal',
    environment: { ...ledgerEnvironment(shared), ...generations },
    permissions: [onTable(users, 'GetItem'), onTable(ledger, 'Query'), onTable(thumbnails, 'Query')],
    logRetentionDays,
    // All rows of one user have to be read before the newest are known.
    timeout: Duration.seconds(30),
  });
  const grantCredits = new Operation(stack, 'GrantCredits', {
    operation: 'grant-credits',
    description: "Moves credits by an operator's hand",
    environment: ledgerEnvironment(shared),
    permissions: [onTable(users, 'GetItem', 'UpdateItem'), onTable(ledger, 'GetItem', 'PutItem')],
    logRetentionDays,
  });
  for (const operation of [auditCredits, showAccount, grantCredits]) {
    new CfnOutput(stack, `${operation.node.id}FunctionName`, {
      value: operation.function.functionName,
      description: 'For npm run credits',
    });
  }
  return { auditCredits: auditCredits.function };
}
