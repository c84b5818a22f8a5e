import { Button } from '../../../ui/button.tsx';
import type { CutoutCreation } from './use-cutout-creation.ts';

interface CreationFailureProps {
  creation: CutoutCreation;
  /** Says what did not happen. */
  failure: string;
}

/** Says why the last file did not become a cut-out or a picture, and offers to try again: a frame of a video is hard to find again. */
export const CreationFailure = ({ creation, failure }: CreationFailureProps) => (
  <>
    <p className="cutout-message" role="alert">
      {creation.status === 'failed' &&
        (creation.isUnknown
          ? `${creation.reason}. It may have been made. ${creation.again ? 'Try again' : 'Choose the same image again'}: it is made once.`
          : `${failure}: ${creation.reason}.`)}
    </p>
    {creation.status === 'failed' && creation.again && (
      <Button variant="brand" className="cutout-again" onClick={creation.again}>
        Try again
      </Button>
    )}
  </>
);
