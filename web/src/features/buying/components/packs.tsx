import { PACKS } from '../../../../../contract/packs.ts';
import type { CreditPack, SiteConfig } from '../../../../../contract/site-config.ts';
import type { QueryState } from '../../../lib/query-state.ts';
import { Button } from '../../../ui/button.tsx';
import { PackCard, PackCardSkeleton } from './pack-card.tsx';
import './packs.css';

interface SaleProps {
  /** The price whose checkout is opening. All buttons are disabled meanwhile. */
  openingPriceId: string | undefined;
  onBuy: (pack: CreditPack) => void;
}

interface PacksProps extends SaleProps {
  config: QueryState<SiteConfig>;
  onRetry: () => void;
}

export function Packs({ config, onRetry, ...sale }: PacksProps) {
  switch (config.status) {
    case 'pending':
      return <PacksSkeleton />;
    case 'error':
      return (
        <section className="packs-notice">
          <h2>The credit packs could not be loaded</h2>
          <p>Check your connection and try again. Nothing has been bought.</p>
          <Button variant="outline" onClick={onRetry}>
            Retry
          </Button>
        </section>
      );
    case 'success':
      return config.data.packs.length === 0 ? (
        <NothingOnSale />
      ) : (
        <PackList packs={config.data.packs} {...sale} />
      );
  }
}

function PackList({ packs, openingPriceId, onBuy }: SaleProps & { packs: CreditPack[] }) {
  const frameCount = countFrames(packs);
  return (
    <>
      <ul className="packs" aria-label="Credit packs">
        {packs.map((pack) => (
          <PackCard
            key={pack.priceId}
            pack={pack}
            frameCount={frameCount}
            isOpening={pack.priceId === openingPriceId}
            disabled={openingPriceId !== undefined}
            onBuy={() => onBuy(pack)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {openingPriceId !== undefined && 'Opening checkout'}
      </p>
    </>
  );
}

/** Has the size of the packs that are usually on sale, so that nothing moves when they arrive. */
function PacksSkeleton() {
  const packs = Object.values(PACKS);
  return (
    <ul className="packs" aria-hidden="true" inert>
      {packs.map((pack) => (
        <PackCardSkeleton key={pack.name} pack={pack} frameCount={countFrames(packs)} />
      ))}
    </ul>
  );
}

const countFrames = (packs: readonly { credits: number }[]) =>
  Math.max(...packs.map(({ credits }) => credits));

function NothingOnSale() {
  return (
    <section className="packs-notice">
      <h2>Credit packs are not on sale yet</h2>
      <p>They appear here as soon as you can buy them.</p>
    </section>
  );
}
