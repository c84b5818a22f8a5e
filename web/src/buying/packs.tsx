import { PACK_IDS, PACKS } from '../../../contract/packs.ts';
import type { CreditPack } from '../../../contract/site-config.ts';
import type { Answer } from '../api/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { PackCard, PackOnItsWay } from './pack-card.tsx';
import './packs.css';

interface SaleProps {
  /** The price whose checkout is being opened: no other can be meanwhile. */
  openingPrice: string | undefined;
  onBuy: (pack: CreditPack) => void;
}

interface PacksProps extends SaleProps {
  packs: Answer<CreditPack[]>;
  onRetry: () => void;
}

export function Packs({ packs, onRetry, ...sale }: PacksProps) {
  switch (packs.status) {
    case 'loading':
      return <PacksOnTheirWay />;
    case 'unknown':
      return (
        <section className="packs-notice">
          <h2>The credit packs could not be loaded</h2>
          <p>Check your connection and try again. Nothing has been bought.</p>
          <Button look="outline" onClick={onRetry}>
            Retry
          </Button>
        </section>
      );
    case 'known':
      return packs.value.length === 0 ? <NothingOnSale /> : <PacksOnSale packs={packs.value} {...sale} />;
  }
}

function PacksOnSale({ packs, openingPrice, onBuy }: SaleProps & { packs: CreditPack[] }) {
  const middle = Math.floor(packs.length / 2);
  const frames = Math.max(...packs.map(({ credits }) => credits));
  return (
    <>
      <ul className="packs" aria-label="Credit packs">
        {packs.map((pack, index) => (
          <PackCard
            key={pack.priceId}
            pack={pack}
            frames={frames}
            featured={index === middle}
            opening={pack.priceId === openingPrice}
            disabled={openingPrice !== undefined}
            onBuy={() => onBuy(pack)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {openingPrice !== undefined && 'Opening checkout'}
      </p>
    </>
  );
}

/** As large as the packs that are most likely coming, so that nothing moves when they are there. */
function PacksOnTheirWay() {
  return (
    <ul className="packs" aria-hidden="true" inert>
      {PACK_IDS.map((id) => (
        <PackOnItsWay key={id} pack={PACKS[id]} frames={PACKS.elite.credits} />
      ))}
    </ul>
  );
}

function NothingOnSale() {
  return (
    <section className="packs-notice">
      <h2>Credit packs are not on sale yet</h2>
      <p>This stage of Thumbforge sells nothing so far. As soon as it does, the packs appear here.</p>
    </section>
  );
}
