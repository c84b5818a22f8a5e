import { BudgetsClient, DescribeBudgetsCommand } from '@aws-sdk/client-budgets';
import { clientSettings } from '../aws.ts';
import { fail, getErrorName, ok, withPermission, type Check } from './check.ts';

/** AWS Budgets has one endpoint for all regions. */
const BUDGETS_REGION = 'us-east-1';

/**
 * Whether the account can have the stage's budget. AWS Budgets denies access to a member account of an organization whose
 * billing data is not available yet (about a day), or whose management account does not allow budgets.
 */
export const budget: Check = {
  name: 'budget',
  remedy: ({ stage }) =>
    `A new account of an organization can have one after about a day, if its management account allows it. Until then set monthlyBudgetUsd: 0 in infra/stages/${stage}.ts.`,
  async probe({ settings: { monthlyBudgetUsd }, caller }) {
    if (monthlyBudgetUsd === 0) return [];
    const budgets = new BudgetsClient(clientSettings(BUDGETS_REGION));
    try {
      await budgets.send(new DescribeBudgetsCommand({ AccountId: caller.account, MaxResults: 1 }));
    } catch (error) {
      if (getErrorName(error) !== 'AccessDeniedException') throw error;
      if (isMissingPermission(error)) {
        await withPermission('budgets:ViewBudget', () => Promise.reject(error as Error));
      }
      return fail('The account cannot have a budget: a deployment would fail.');
    }
    return ok(`The account can have a budget; it notifies at ${monthlyBudgetUsd} US dollars a month.`);
  },
};

/** IAM's own sentence for a missing permission. The same error without it is about the account. */
function isMissingPermission(error: unknown): boolean {
  return error instanceof Error && error.message.includes('not authorized to perform');
}
