import type { ReactNode } from 'react';
import type { CreditPack } from '../../../contract/site-config.ts';
import { Button } from '../ui/button.tsx';
import { CheckIcon } from '../ui/icons.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useFocusGivenBack } from '../ui/use-focus-given-back.ts';
import { formatMoney } from './money.ts';
import '../ui/viewfinder.css';
import './pack-card.css';

interface PackCardProps {
  pack: CreditPack;
  /** Frames on each pack's contact sheet: as many as the largest pack has pictures. */
  frames: number;
  /** The one that the eye is led to. */
  featured: boolean;
  opening: boolean;
  disabled: boolean;
  onBuy: () => void;
}

export function PackCard({ pack, frames, featured, opening, disabled, onBuy }: PackCardProps) {
  const button = useFocusGivenBack<HTMLButtonElement>(opening);
  return (
    <li className={featured ? 'pack is-featured viewfinder' : 'pack'}>
      <PackWords pack={pack} frames={frames} />
      <Button ref={button} look={featured ? 'primary' : 'brand'} disabled={disabled} onClick={onBuy}>
        {opening ? (
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

interface PackWordsProps {
  pack: Omit<CreditPack, 'priceId'>;
  frames: number;
}

/** The same card with its words blotted out. */
export function PackOnItsWay({ pack, frames }: PackWordsProps) {
  return (
    <li className="pack is-loading">
      <PackWords pack={pack} frames={frames} />
      <span className="button" />
    </li>
  );
}

function PackWords({ pack, frames }: PackWordsProps) {
  const { name, credits, amount, currency, features } = pack;
  return (
    <>
      <h2>
        <span>{name}</span>
      </h2>
      <p className="pack-count">
        <span>{credits} Generations</span>
      </p>
      <ContactSheet lit={credits} frames={frames} />
      <p className="pack-price">
        <span>{formatMoney(amount, currency)}</span>
      </p>
      <p className="pack-each">
        <span>{formatMoney(amount / credits, currency)} each</span>
      </p>
      <ul className="pack-features">
        {features.map((feature) => (
          <Feature key={feature}>{feature}</Feature>
        ))}
      </ul>
    </>
  );
}

function Feature({ children }: { children: ReactNode }) {
  return (
    <li>
      <CheckIcon />
      <span>{children}</span>
    </li>
  );
}

/** One small 16:9 frame lit for each picture that the pack is good for. */
function ContactSheet({ lit, frames }: { lit: number; frames: number }) {
  return (
    <span className="pack-sheet" aria-hidden="true">
      {Array.from({ length: frames }, (_, frame) => (
        <i key={frame} data-lit={frame < lit} />
      ))}
    </span>
  );
}
