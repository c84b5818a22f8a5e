import { Link } from 'react-router-dom';
import { PATHS } from '../app/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { notify } from '../ui/notify.ts';

const SHOWN_MS = 5_000;

export function notifyOutOfCredits(): void {
  notify.error(
    <>
      You have run out of credits. <Link to={PATHS.buyCredits}>Buy More Credits</Link>
    </>,
    { id: 'out-of-credits', duration: SHOWN_MS },
  );
}

export function BuyMoreCredits() {
  return (
    <LinkButton className="buy-more" look="brand" to={PATHS.buyCredits}>
      Buy More Credits
    </LinkButton>
  );
}
