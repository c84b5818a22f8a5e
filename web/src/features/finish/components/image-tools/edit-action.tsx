import { useId } from 'react';
import { useCredits } from '../../../../api/read-credits.ts';
import { PATHS } from '../../../../lib/paths.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { formatCredits } from '../../../../lib/format.ts';

interface EditActionProps {
  userId: string;
  /** The label of the button. */
  action: string;
  /** In credits. */
  cost: number;
  /** What has to be done first. */
  missing: string | undefined;
  onStart: () => void;
}

/** The price, and the button that starts the edit. Without the credits, the way to more of them. */
export function EditAction({ userId, action, cost, missing, onStart }: EditActionProps) {
  const credits = useCredits(userId);
  const priceId = useId();
  const isShort = credits.status === 'success' && credits.data < cost;
  return (
    <>
      <div className="tool-action">
        <span id={priceId}>{formatCredits(cost)}</span>
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
            {action}
          </Button>
        )}
      </div>
      {isShort ? (
        <p className="tool-hint" role="status">
          You have {formatCredits(credits.data)}. This needs {formatCredits(cost)}.
        </p>
      ) : (
        missing !== undefined && <p className="tool-hint">{missing}</p>
      )}
    </>
  );
}
