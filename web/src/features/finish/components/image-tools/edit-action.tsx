import { useId } from 'react';
import { useCredits } from '../../../../api/read-credits.ts';
import { PATHS } from '../../../../lib/paths.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { formatCredits } from '../../../../lib/format.ts';
import type { Offer } from '../../model/image-tools/offers.ts';

interface EditActionProps {
  userId: string;
  offer: Offer;
  /** What has to be done first. */
  missing: string | undefined;
  onStart: () => void;
}

/** The price, and the button that starts the edit. Without the credits, the way to more of them. */
export function EditAction({ userId, offer, missing, onStart }: EditActionProps) {
  const credits = useCredits(userId);
  const priceId = useId();
  const isShort = credits.status === 'success' && credits.data < offer.cost;
  return (
    <>
      <div className="tool-action">
        <span id={priceId}>{formatCredits(offer.cost)}</span>
        {isShort ? (
          <LinkButton variant="primary" to={PATHS.buyCredits}>
            Buy Credits
          </LinkButton>
        ) : (
          // A disabled button would lose the focus when the last stroke is undone.
          <Button
            variant="primary"
            aria-disabled={missing !== undefined}
            aria-describedby={priceId}
            onClick={() => missing === undefined && onStart()}
          >
            {offer.action}
          </Button>
        )}
      </div>
      {isShort ? (
        <p className="tool-hint" role="status">
          You have {formatCredits(credits.data)}. This needs {formatCredits(offer.cost)}.
        </p>
      ) : (
        missing !== undefined && <p className="tool-hint">{missing}</p>
      )}
    </>
  );
}
