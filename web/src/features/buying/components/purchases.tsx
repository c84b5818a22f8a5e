import type { PurchaseState, PurchaseSummary } from '#contract/endpoints/purchase-schemas.ts';
import { formatMoney } from '../../../lib/format.ts';
import type { QueryState } from '../../../api/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface PurchasesProps {
  purchases: QueryState<PurchaseSummary[]>;
  /** The purchase whose payment is being confirmed. */
  awaitedId: string | undefined;
  onRetry: () => void;
}

/** The user's purchases, with links to Stripe's receipts. */
export function Purchases(props: PurchasesProps) {
  return (
    <section
      className="purchases"
      aria-labelledby="purchases-title"
      aria-busy={props.purchases.status === 'pending'}
    >
      <h2 id="purchases-title">Your purchases</h2>
      <PurchaseList {...props} />
    </section>
  );
}

function PurchaseList({ purchases, awaitedId, onRetry }: PurchasesProps) {
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
  const isAwaited = awaitedId !== undefined && !purchases.data.some(({ id }) => id === awaitedId);
  if (purchases.data.length === 0 && !isAwaited) {
    return <p className="purchases-none">Nothing bought yet. Your receipts will be kept here.</p>;
  }
  return (
    <>
      {isAwaited && (
        <p className="purchases-none">Your payment is being confirmed. It will appear here by itself.</p>
      )}
      <ul>
        {purchases.data.map((purchase) => (
          <Purchase key={purchase.id} {...purchase} />
        ))}
      </ul>
    </>
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
          <span className="visually-hidden">{` for ${pack}, ${date} (opens in a new tab)`}</span>
        </a>
      )}
    </li>
  );
}
