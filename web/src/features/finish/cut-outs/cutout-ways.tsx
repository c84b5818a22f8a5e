import { useId } from 'react';
import type { ReactNode } from 'react';
import { formatCredits } from '../../../lib/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { TooFewCredits } from '../../../ui/too-few-credits.tsx';
import { VideoChooser } from '../../../video/video-chooser.tsx';
import { CutoutIcon, PictureIcon, VideoIcon } from '../editor/icons.tsx';
import { useFinishPage } from '../editor/page-context.ts';
import { CreationFailure } from './creation-failure.tsx';
import { FileInput } from './file-input.tsx';
import { useShortBalance } from './paid-way.tsx';
import type { Answer } from './picture-question.tsx';
import type { CutoutCreation } from './use-cutout-creation.ts';

interface CutoutWaysProps {
  creation: CutoutCreation;
  onChoose: (file: File, answer: Answer) => void;
  /** The creator wants a frame of a video. */
  onVideo: (video: File) => void;
}

/** The ways to a new cut-out. */
export function CutoutWays({ creation, onChoose, onVideo }: CutoutWaysProps) {
  const { cutoutCost } = useFinishPage().offers;
  const id = useId();
  const balance = useShortBalance(cutoutCost);
  const isBusy = creation.status === 'busy';
  const isShort = cutoutCost !== undefined && balance !== undefined;
  return (
    <>
      <div className="cutout-ways">
        {cutoutCost !== undefined && (
          <FileButton
            id={`${id}-paid`}
            icon={<CutoutIcon />}
            label="Face or object"
            price={formatCredits(cutoutCost)}
            hint={`Removes the background of your image. ${formatCredits(cutoutCost)}, returned if it fails.`}
            hintId={isShort ? `${id}-short` : undefined}
            isDisabled={isBusy || isShort}
            isFirst
            onChoose={(file) => onChoose(file, 'cutout')}
          />
        )}
        <VideoChooser className="button button-outline cutout-way" disabled={isBusy} onChoose={onVideo}>
          <VideoIcon /> <span>From a video</span>
        </VideoChooser>
        <FileButton
          id={`${id}-free`}
          icon={<PictureIcon />}
          label="Add as it is"
          price="free"
          hint="Your image has no background already. Choose only an image that is yours, or that you may use."
          isDisabled={isBusy}
          isFirst={cutoutCost === undefined}
          onChoose={(file) => onChoose(file, 'free-cutout')}
        />
      </div>
      {isShort && (
        <p id={`${id}-short`} className="cutout-short">
          <TooFewCredits cost={cutoutCost} balance={balance} />
        </p>
      )}
      {isBusy && (
        <p className="cutout-progress">
          <Spinner /> <span>{creation.message}</span>
        </p>
      )}
      <CreationFailure creation={creation} failure="The cut-out was not made" />
      <p className="visually-hidden" role="status">
        {isBusy && 'Making the cut-out'}
      </p>
    </>
  );
}

interface FileButtonProps {
  id: string;
  icon: ReactNode;
  label: string;
  price: string;
  /** Says what happens with the image. */
  hint: string;
  /** The id of another description. @default the id of the hint */
  hintId?: string | undefined;
  isDisabled: boolean;
  isFirst: boolean;
  onChoose: (file: File) => void;
}

const FileButton = ({ id, icon, label, price, hint, hintId = `${id}-hint`, ...input }: FileButtonProps) => (
  <div className="button button-outline cutout-way" title={hint} data-disabled={input.isDisabled}>
    {icon}
    <label htmlFor={id}>{label}</label>
    <small>{price}</small>
    <span id={`${id}-hint`} className="visually-hidden">
      {hint}
    </span>
    <FileInput id={id} hintId={hintId} {...input} />
  </div>
);
