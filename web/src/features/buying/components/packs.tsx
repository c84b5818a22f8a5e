import { composeCard, formatGenerations, type PromiseLine } from '#contract/pack-card.ts';
import { PACK_IDS } from '#contract/packs.ts';
import type { CreditPack, SiteConfig } from '#contract/site-config.ts';
import { PATHS } from '../../../lib/paths.ts';
import { formatMoney } from '../../../lib/format.ts';
import type { QueryState } from '../../../api/use-query.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { CheckIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import '../../../ui/viewfinder.css';
import './packs.css';

/** The section that says what is in early access. The page has it only while a feature is in early access. */
export const EARLY_ACCESS_ID = 'early-access';

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
        <PackList packs={config.data.packs} hasEarlyAccess={config.data.earlyAccess.length > 0} {...sale} />
      );
  }
}

interface PackListProps extends SaleProps {
  packs: CreditPack[];
  hasEarlyAccess: boolean;
}

function PackList({ packs, hasEarlyAccess, openingPriceId, onBuy }: PackListProps) {
  const scale = computeScale(packs);
  return (
    <>
      <ul className="packs" aria-label="Credit packs">
        {packs.map((pack) => (
          <PackCard
            key={pack.priceId}
            pack={pack}
            scale={scale}
            hasEarlyAccess={hasEarlyAccess}
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
  const packs = PACK_IDS.map(composeCard);
  const scale = computeScale(packs);
  return (
    <ul className="packs" aria-hidden="true" inert>
      {packs.map((pack) => (
        <PackCardSkeleton key={pack.name} pack={pack} scale={scale} />
      ))}
    </ul>
  );
}

/** The most frames of a card's contact sheet: five rows of ten. */
const MOST_FRAMES = 50;

/** Computes the scale of the contact sheets: the largest pack fills its sheet. */
function computeScale(packs: readonly { credits: number }[]): SheetScale {
  const largest = Math.max(...packs.map(({ credits }) => credits));
  const frameCount = Math.min(largest, MOST_FRAMES);
  return { frameCount, creditsPerFrame: largest / frameCount };
}

function NothingOnSale() {
  return (
    <section className="packs-notice">
      <h2>Credit packs are not on sale yet</h2>
      <p>They appear here as soon as you can buy them.</p>
    </section>
  );
}

/** The scale that the contact sheets of all packs share, so that their lit frames can be compared. */
interface SheetScale {
  frameCount: number;
  /** 1, or more if the largest pack has more credits than its sheet has frames. */
  creditsPerFrame: number;
}

interface PackCardProps {
  pack: CreditPack;
  scale: SheetScale;
  hasEarlyAccess: boolean;
  isOpening: boolean;
  disabled: boolean;
  onBuy: () => void;
}

function PackCard({ pack, scale, hasEarlyAccess, isOpening, disabled, onBuy }: PackCardProps) {
  const button = useRestoreFocus<HTMLButtonElement>(isOpening);
  const isHighlighted = pack.highlighted === true;
  return (
    <li className={isHighlighted ? 'pack is-highlighted viewfinder' : 'pack'}>
      <PackDetails pack={pack} scale={scale} hasEarlyAccess={hasEarlyAccess} />
      <Button ref={button} variant={isHighlighted ? 'primary' : 'brand'} disabled={disabled} onClick={onBuy}>
        {isOpening ? (
          <>
            <Spinner /> <span>Opening checkout...</span>
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
  scale: SheetScale;
  /** True if the page has the section of early access. @default false */
  hasEarlyAccess?: boolean;
}

/** A card of the same size, without readable text. */
function PackCardSkeleton({ pack, scale }: PackDetailsProps) {
  return (
    <li className="pack is-loading">
      <PackDetails pack={pack} scale={scale} />
      <span className="button" />
    </li>
  );
}

function PackDetails({ pack, scale, hasEarlyAccess = false }: PackDetailsProps) {
  const { name, credits, amount, currency, features } = pack;
  return (
    <>
      <h2>
        <span>{name}</span>
      </h2>
      <p className="pack-count">
        <span>{`${formatGenerations(credits)} Generations`}</span>
      </p>
      <ContactSheet credits={credits} scale={scale} />
      <p className="pack-price">
        <span>{formatMoney(amount, currency)}</span>
      </p>
      <p className="pack-each">
        <span>{`${formatMoney(amount / credits, currency)} each`}</span>
      </p>
      <ul className="pack-features">
        {features.map((feature) => (
          <li key={feature}>
            <CheckIcon />
            <span>
              <PackFeature text={feature} hasEarlyAccess={hasEarlyAccess} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The page with what a line of a card promises. */
const PROMISES: Readonly<Record<PromiseLine, string | undefined>> = {
  'Standard support': undefined,
  'Priority support': PATHS.support,
  '24/7 dedicated support': PATHS.support,
  'Custom integrations': PATHS.developers,
  'Early access to new features': `#${EARLY_ACCESS_ID}`,
};

function PackFeature({ text, hasEarlyAccess }: { text: string; hasEarlyAccess: boolean }) {
  const { [text]: target }: Readonly<Record<string, string | undefined>> = PROMISES;
  if (target === undefined) return text;
  if (!target.startsWith('#')) return <Link to={target}>{text}</Link>;
  return hasEarlyAccess ? <a href={target}>{text}</a> : text;
}

/** A grid of small 16:9 frames. One is lit for each generation of the pack, or for each share of `creditsPerFrame`. */
function ContactSheet({ credits, scale }: { credits: number; scale: SheetScale }) {
  const litCount = Math.max(1, Math.round(credits / scale.creditsPerFrame));
  return (
    <span className="pack-sheet" aria-hidden="true">
      {Array.from({ length: scale.frameCount }, (_, frame) => (
        <i key={frame} data-lit={frame < litCount} />
      ))}
    </span>
  );
}
