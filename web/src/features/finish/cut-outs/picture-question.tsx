import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { explain } from '../../../api/error-sentences.ts';
import { inspectPicture } from '../../../api/inspect-picture.ts';
import type { InspectedPicture } from '../../../api/inspect-picture.ts';
import type { HandedAnswer } from '../../../lib/handed-picture.ts';
import { formatCredits } from '../../../lib/format.ts';
import { PersonIcon } from '../../../ui/icons.tsx';
import { PictureAnswer, PictureDialog } from '../../../ui/picture-dialog.tsx';
import { CutoutIcon, PictureIcon } from '../editor/icons.tsx';
import { useFinishPage } from '../editor/page-context.ts';
import { TooFewCredits } from '../../../ui/too-few-credits.tsx';
import { useShortBalance } from './paid-way.tsx';

export type Answer = HandedAnswer;

interface PictureQuestionProps {
  file: File;
  onAnswer: (answer: Answer) => void;
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
    <PictureDialog file={file} picture={picture} onClose={onClose}>
      {picture && <Answers isTransparent={picture.isTransparent} onAnswer={onAnswer} />}
      {problem !== undefined && <p role="alert">{`${problem}.`}</p>}
    </PictureDialog>
  );
}

interface Offer {
  answer: Answer;
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

interface AnswersProps extends Pick<PictureQuestionProps, 'onAnswer'> {
  isTransparent: boolean;
}

/** The answers, the possible ones first. */
function Answers({ isTransparent, onAnswer }: AnswersProps) {
  const { cutoutCost } = useFinishPage().offers;
  const cost = cutoutCost ?? 0;
  const balance = useShortBalance(cost);
  const offers = (isTransparent ? TRANSPARENT : OPAQUE).filter(
    ({ isPaid }) => !isPaid || cutoutCost !== undefined,
  );
  const isShort = ({ isPaid }: Offer) => isPaid === true && balance !== undefined;
  const sorted = [...offers.filter((offer) => !isShort(offer)), ...offers.filter(isShort)];
  return (
    <div>
      <ul className="picture-answers">
        {sorted.map((offer) => {
          const { answer, text, isPaid = false, ...shown } = offer;
          const price = isPaid ? formatCredits(cost) : 'Free';
          return isPaid && balance !== undefined ? (
            <PictureAnswer
              key={answer}
              {...shown}
              text={<TooFewCredits cost={cost} balance={balance} />}
              price={price}
            />
          ) : (
            <PictureAnswer
              key={answer}
              {...shown}
              text={text}
              price={price}
              onChoose={() => onAnswer(answer)}
            />
          );
        })}
      </ul>
      <p className="picture-rights">Add only a picture that is yours, or that you may use.</p>
    </div>
  );
}
