import { useCredits } from '../../../api/read-credits.ts';
import { formatCredits } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { useFinishPage } from '../editor/page-context.ts';

/** Returns the balance if it is known and less than a price. */
export function useShortBalance(cost: number | undefined): number | undefined {
  const credits = useCredits(useFinishPage().userId);
  return credits.status === 'success' && credits.data < (cost ?? 0) ? credits.data : undefined;
}

/** Says that a price is above the balance, with the way to more credits. */
export const TooFewCredits = ({ cost, balance }: { cost: number; balance: number }) => (
  <>
    <span>{`Takes ${formatCredits(cost)}, and you have ${balance}.`}</span>{' '}
    <Link className="packs-link" to={PATHS.buyCredits}>
      See packs
    </Link>
  </>
);
