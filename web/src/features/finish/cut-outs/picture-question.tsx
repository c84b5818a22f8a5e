import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { explain } from '../../../api/error-sentences.ts';
import { formatCredits } from '../../../lib/format.ts';
import { CloseIcon } from '../../../ui/action-icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PersonIcon } from '../../../ui/icons.tsx';
import { CutoutIcon, PictureIcon } from '../editor/icons.tsx';
import { useFinishPage } from '../editor/page-context.ts';
import { inspectPicture } from './inspect-picture.ts';
import type { InspectedPicture } from './inspect-picture.ts';
import { TooFewCredits, useShortBalance } from './paid-way.tsx';
import './picture-question.css';

/** `free-cutout`: a cut-out that has no background already. */
export type PictureAnswer = 'picture' | 'free-cutout' | 'cutout';

interface PictureQuestionProps {
  file: File;
  onAnswer: (answer: PictureAnswer) => void;
  onClose: () => void;
}

/** Asks what a picture is that was dropped on the page or pasted. Shows nothing until the browser has decoded it. */
export default function PictureQuestion({ file, onAnswer, onClose }: PictureQuestionProps) {
  const [result, setResult] = useState<{ file: File; picture?: InspectedPicture; problem?: string }>();
  useEffect(() => {
    let isCurrent = true;
    inspectPicture(file).then(
      (picture) => isCurrent && setResult({ file, picture }),
      (error: unknown) => isCurrent && setResult({ file, problem: explain(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (result?.file !== file) return null;
  const { picture, problem } = result;
  return (
    <Dialog title="What is this picture?" onCancel={onClose}>
      <div className="picture-question">
        {picture && <AboutPicture picture={picture} />}
        {picture && <Answers isTransparent={picture.isTransparent} onAnswer={onAnswer} />}
        {problem !== undefined && <p role="alert">{`${problem}.`}</p>}
        <IconButton className="icon-button picture-question-close" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
    </Dialog>
  );
}

function AboutPicture({ picture: { file, width, height, isTransparent } }: { picture: InspectedPicture }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return (
    <div className="picture-about">
      {url !== undefined && <img src={url} alt="" />}
      <p title={file.name}>
        <bdi>{file.name}</bdi>
      </p>
      <small>{`${width} × ${height}${isTransparent ? ', transparent' : ''}`}</small>
    </div>
  );
}

interface Offer {
  answer: PictureAnswer;
  icon: ReactNode;
  title: string;
  text: string;
  isPaid?: boolean;
}

const TRANSPARENT: readonly Offer[] = [
  {
    answer: 'picture',
    icon: <PictureIcon />,
    title: 'A logo or picture',
    text: 'Add as it is, in a free corner.',
  },
  {
    answer: 'free-cutout',
    icon: <PersonIcon />,
    title: 'A cut-out of a person',
    text: 'It has no background already.',
  },
  {
    answer: 'cutout',
    icon: <CutoutIcon />,
    title: 'Cut it out again',
    text: 'What is left of the background goes.',
    isPaid: true,
  },
];

const OPAQUE: readonly Offer[] = [
  {
    answer: 'cutout',
    icon: <CutoutIcon />,
    title: 'A cut-out',
    text: 'The background goes, the person stays.',
    isPaid: true,
  },
  {
    answer: 'picture',
    icon: <PictureIcon />,
    title: 'A picture on the thumbnail',
    text: 'A logo or a screenshot, as it is.',
  },
];

/** The answers, the possible ones first. */
function Answers({
  isTransparent,
  onAnswer,
}: Pick<PictureQuestionProps, 'onAnswer'> & { isTransparent: boolean }) {
  const cost = useFinishPage().offers.cutoutCost;
  const balance = useShortBalance(cost);
  const offers = (isTransparent ? TRANSPARENT : OPAQUE).filter(({ isPaid }) => !isPaid || cost !== undefined);
  const isShort = ({ isPaid }: Offer) => isPaid === true && balance !== undefined;
  const sorted = [...offers.filter((offer) => !isShort(offer)), ...offers.filter(isShort)];
  return (
    <div>
      <ul className="picture-answers">
        {sorted.map((offer) => {
          const { answer, icon, title, text, isPaid = false } = offer;
          const price = isPaid ? formatCredits(cost ?? 0) : 'Free';
          return (
            <li key={answer}>
              {isShort(offer) ? (
                <div className="picture-answer">
                  {icon}
                  <b>{title}</b>
                  <span>
                    <TooFewCredits cost={cost ?? 0} balance={balance ?? 0} />
                  </span>
                  <small>{price}</small>
                </div>
              ) : (
                <button type="button" className="picture-answer" onClick={() => onAnswer(answer)}>
                  {icon}
                  <b>{title}</b> <span>{text}</span> <small>{price}</small>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <p className="picture-rights">Add only a picture that is yours, or that you may use.</p>
    </div>
  );
}
