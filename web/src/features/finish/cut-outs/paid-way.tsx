import { useCredits } from '../../../api/read-credits.ts';
import { useFinishPage } from '../editor/page-context.ts';

/** Returns the balance if it is known and less than a price. */
export function useShortBalance(cost: number | undefined): number | undefined {
  const credits = useCredits(useFinishPage().userId);
  return credits.status === 'success' && credits.data < (cost ?? 0) ? credits.data : undefined;
}
