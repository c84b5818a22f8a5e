import { formatCredits } from '../lib/format.ts';
import { PATHS } from '../lib/paths.ts';
import { Link } from './link.tsx';

/** Says that a price is above the balance, with the way to more credits. */
export const TooFewCredits = ({ cost, balance }: { cost: number; balance: number }) => (
  <>
    <span>{`Takes ${formatCredits(cost)}, and you have ${balance}.`}</span>{' '}
    <Link className="packs-link" to={PATHS.buyCredits}>
      See packs
    </Link>
  </>
);
