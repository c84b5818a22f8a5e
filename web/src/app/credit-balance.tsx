import type { Balance } from '../api/credits.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import './credit-balance.css';

/** Nothing where the balance could not be read. */
export function CreditBalance({ balance }: { balance: Balance }) {
  switch (balance.status) {
    case 'loading':
      return (
        <span className="credit-balance">
          <Skeleton width={9} />
        </span>
      );
    case 'unknown':
      return null;
    case 'known':
      return (
        <span className="credit-balance">
          <strong>{balance.value}</strong>{' '}
          <span className="credit-balance-unit">{balance.value === 1 ? 'credit' : 'credits'}</span>
        </span>
      );
  }
}
