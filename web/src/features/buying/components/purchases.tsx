import type { PurchaseState, PurchaseSummary } from '../../../../../contract/purchase-schemas.ts';
import { formatMoney } from '../../../lib/format.ts';
import type { QueryState } from '../../../lib/query-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import './purchases.css';

interface PurchasesProps {
  purchases: QueryState<PurchaseSummary[]>;
  onRetry: () => void;
}

/** The user's purchases, with links to Stripe's receipts. */
export function Purchases({ purchases, onRetry }: PurchasesProps) {
  return (
    <section
      className="purchases"
      aria-labelledby="purchases-title"
      aria-busy={purchases.status === 'pending'}
    >
      <h2 id="purchases-title">Your purchases</h2>
      <PurchaseList purchases={purchases} onRetry={onRetry} />
    </section>
  );
}

function PurchaseList({ purchases, onRetry }: PurchasesProps) {
  if (purchases.status === 'pending') {
    return (
      <p className="purchase" aria-hidden="true">
        <Skeleton width={10} />
        <Skeleton width={20} />
      </p>
    );
  }
  if (purchases.status === 'error') {
    return (
      <div className="purchases-failed">
        <p>Your purchases could not be loaded.</p>
        <Button variant="outline" onClick={onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  if (purchases.data.length === 0) {
    return <p className="purchases-none">Nothing bought yet. Your receipts will be kept here.</p>;
  }
  return (
    <ul>
      {purchases.data.map((purchase) => (
        <Purchase key={purchase.id} {...purchase} />
      ))}
    </ul>
  );
}

const STATE_LABELS: Record<PurchaseState, string> = {
  pending: 'Pending',
  failed: 'Failed',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  unmatched: 'Being looked into',
};

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

function Purchase({ pack, amount, currency, state, createdAt, receiptUrl }: PurchaseSummary) {
  const date = DATE.format(new Date(createdAt));
  return (
    <li className="purchase">
      <time dateTime={createdAt}>{date}</time>
      <span className="purchase-pack">{pack}</span>
      <span className="purchase-amount">{formatMoney(amount, currency)}</span>
      <span className="purchase-state" data-state={state}>
        {STATE_LABELS[state]}
      </span>
      {receiptUrl !== undefined && (
        <a href={receiptUrl} target="_blank" rel="noreferrer">
          Receipt
          <span className="visually-hidden">
            {' '}
            for {pack}, {date} (opens in a new tab)
          </span>
        </a>
      )}
    </li>
  );
}
