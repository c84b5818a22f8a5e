import { Button } from '../../../ui/button.tsx';

/** Says what could not be loaded, and loads it again. */
export const Problem = ({ words, onRetry }: { words: string; onRetry: () => void }) => (
  <p className="finish-problem" role="alert">
    <span>{words}</span>
    <Button variant="quiet" onClick={onRetry}>
      Try again
    </Button>
  </p>
);
