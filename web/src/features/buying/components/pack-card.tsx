import type { CreditPack } from '../../../../../contract/site-config.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import '../../../ui/viewfinder.css';

interface PackCardProps {
  pack: CreditPack;
  /** The frames of each pack's contact sheet: the credits of the largest pack. */
  frameCount: number;
  isOpening: boolean;
  disabled: boolean;
  onBuy: () => void;
}

export function PackCard({ pack, frameCount, isOpening, disabled, onBuy }: PackCardProps) {
  const button = useRestoreFocus<HTMLButtonElement>(isOpening);
  const isHighlighted = pack.highlighted === true;
  return (
    <li className={isHighlighted ? 'pack is-highlighted viewfinder' : 'pack'}>
      <PackDetails pack={pack} frameCount={frameCount} />
      <Button ref={button} variant={isHighlighted ? 'primary' : 'brand'} disabled={disabled} onClick={onBuy}>
        {isOpening ? (
          <>
            <Spinner /> Opening checkout...
          </>
        ) : (
          `Get ${pack.name}`
        )}
      </Button>
    </li>
  );
}

interface PackDetailsProps {
  pack: Omit<CreditPack, 'priceId'>;
  frameCount: number;
}

/** A card of the same size, without readable text. */
export function PackCardSkeleton({ pack, frameCount }: PackDetailsProps) {
  return (
    <li className="pack is-loading">
      <PackDetails pack={pack} frameCount={frameCount} />
      <span className="button" />
    </li>
  );
}

function PackDetails({ pack, frameCount }: PackDetailsProps) {
  const { name, credits, amount, currency, features } = pack;
  return (
    <>
      <h2>
        <span>{name}</span>
      </h2>
      <p className="pack-count">
        <span>{credits} Generations</span>
      </p>
      <ContactSheet litCount={credits} frameCount={frameCount} />
      <p className="pack-price">
        <span>{formatMoney(amount, currency)}</span>
      </p>
      <p className="pack-each">
        <span>{formatMoney(amount / credits, currency)} each</span>
      </p>
      <ul className="pack-features">
        {features.map((feature) => (
          <li key={feature}>
            <CheckIcon />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A grid of small 16:9 frames. One is lit for each generation that the pack contains. */
function ContactSheet({ litCount, frameCount }: { litCount: number; frameCount: number }) {
  return (
    <span className="pack-sheet" aria-hidden="true">
      {Array.from({ length: frameCount }, (_, frame) => (
        <i key={frame} data-lit={frame < litCount} />
      ))}
    </span>
  );
}
