import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { useCredits } from '../../../../api/read-credits.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { nameThumbnail } from '../../../../api/thumbnails.ts';
import { formatCredits } from '../../../../lib/format.ts';
import type { HandedAnswer } from '../../../../lib/handed-picture.ts';
import { useUserId } from '../../../../session/session-provider.tsx';
import { CutoutIcon } from '../../../../ui/action-icons.tsx';
import { AddPictureIcon, createIcon, PersonIcon, PictureIcon } from '../../../../ui/icons.tsx';
import { PictureAnswer, PictureDialog } from '../../../../ui/picture-dialog.tsx';
import { TooFewCredits } from '../../../../ui/too-few-credits.tsx';
import type { OpenPhoto } from '../../model/photo/open-photo.ts';
import { PhotoCanvas } from './photo-canvas.tsx';
import { useTarget } from './use-target.ts';

const FrameIcon = createIcon('M4 5.5h16v13H4z');

interface PictureQuestionProps {
  file: File;
  /** Undefined until the browser has decoded the picture, and if it cannot. */
  photo: OpenPhoto | undefined;
  problem: string | undefined;
  /** The id of the thumbnail in the viewer. */
  shownId: string | undefined;
  /** The picture is the thumbnail itself. */
  onThumbnail: () => void;
  /** The picture is a reference of the next image. */
  onReference: (use: ReferenceUse | undefined) => void;
  /** The picture goes on a thumbnail. */
  onPlace: (thumbnailId: string, answer: HandedAnswer) => void;
  onClose: () => void;
}

/** Asks on home what a picture is that was dropped or pasted. */
export function PictureQuestion({ file, photo, problem, onClose, ...answers }: PictureQuestionProps) {
  return (
    <PictureDialog
      file={file}
      picture={photo}
      drawing={photo && <PhotoCanvas photo={photo} />}
      onClose={onClose}
    >
      {photo && <Answers isTransparent={photo.isTransparent} {...answers} />}
      {!photo && problem === undefined && <p role="status">Opening the picture...</p>}
      {problem !== undefined && (
        <p role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
    </PictureDialog>
  );
}

interface AnswersProps extends Pick<
  PictureQuestionProps,
  'shownId' | 'onThumbnail' | 'onReference' | 'onPlace'
> {
  isTransparent: boolean;
}

function Answers({ isTransparent, shownId, onThumbnail, onReference, onPlace }: AnswersProps) {
  const config = useSiteConfig();
  const settings = config.status === 'success' ? config.data : undefined;
  const uses = settings?.references.images ? settings.referenceModels.map(({ service }) => service) : [];
  const target = useTarget(shownId);
  const name = target && nameThumbnail(target);
  const answers = useRef<HTMLDivElement>(null);
  // The dialog opens before the picture is there, so that the browser gives the focus to the button that closes it.
  useEffect(() => answers.current?.querySelector('button')?.focus(), []);
  const place = target && ((answer: HandedAnswer) => () => onPlace(target.id, answer));
  return (
    <div ref={answers}>
      <ul className="picture-answers">
        <PictureAnswer
          icon={<FrameIcon />}
          title="The thumbnail itself"
          text="Crop it to 16:9, then finish it. No AI."
          price="Free"
          onChoose={onThumbnail}
        />
        {uses.length > 0 && (
          <PictureAnswer
            icon={<AddPictureIcon />}
            title="A style or layout"
            text="The next image follows it."
            price="With Generate"
            onChoose={() => onReference(uses.includes('style') ? 'style' : uses[0])}
          />
        )}
        {settings?.references.cutoutCost !== undefined && (
          <CutoutAnswer isTransparent={isTransparent} cost={settings.references.cutoutCost} place={place} />
        )}
        <PictureAnswer
          icon={<PictureIcon />}
          title="A picture on the thumbnail"
          text={place ? 'A logo or a screenshot, as it is.' : FIRST}
          price="Free"
          onChoose={place?.('picture')}
        />
      </ul>
      {place && (
        <p className="picture-rights">
          <span>Cut-outs and pictures go on the thumbnail</span>{' '}
          <bdi>{name === undefined ? 'that you made last' : `“${name}”`}</bdi>
          <span>.</span>
        </p>
      )}
    </div>
  );
}

/** Why a picture cannot go on a thumbnail. */
const FIRST = 'Make a thumbnail first: it goes on top.';

interface CutoutAnswerProps {
  isTransparent: boolean;
  cost: number;
  place: ((answer: HandedAnswer) => () => void) | undefined;
}

/** A picture without a background is a cut-out already. */
function CutoutAnswer({ isTransparent, cost, place }: CutoutAnswerProps) {
  const balance = useCredits(useUserId());
  const isShort = !isTransparent && balance.status === 'success' && balance.data < cost;
  let text: ReactNode = isTransparent
    ? 'It has no background already.'
    : 'The background goes, the person stays.';
  if (isShort) text = <TooFewCredits cost={cost} balance={balance.data} />;
  if (!place) text = FIRST;
  return (
    <PictureAnswer
      icon={isTransparent ? <PersonIcon /> : <CutoutIcon />}
      title="A cut-out"
      text={text}
      price={isTransparent ? 'Free' : formatCredits(cost)}
      onChoose={isShort ? undefined : place?.(isTransparent ? 'free-cutout' : 'cutout')}
    />
  );
}
