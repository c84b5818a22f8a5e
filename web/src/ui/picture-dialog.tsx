import { useEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { CloseIcon } from './action-icons.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import './picture-dialog.css';

interface PictureDialogProps {
  file: File;
  /** Undefined if the browser cannot read the file. */
  picture: { width: number; height: number; isTransparent: boolean } | undefined;
  onClose: () => void;
  /** Shows the picture. @default the file, which the browser decodes once more */
  drawing?: ReactNode;
  /** The answers, or the reason why the browser cannot read the file. */
  children: ReactNode;
}

/** Shows a picture that was dropped on the page or pasted, and asks what it is. */
export const PictureDialog = ({ file, picture, drawing, onClose, children }: PictureDialogProps) => (
  <Dialog title="What is this picture?" onCancel={onClose}>
    <div className="picture-dialog">
      {picture && (
        <div className="picture-about">
          <FilePicture file={file} drawing={drawing} />
          <p title={file.name}>
            <bdi>{file.name}</bdi>
          </p>
          <small>{`${picture.width} × ${picture.height}${picture.isTransparent ? ', transparent' : ''}`}</small>
        </div>
      )}
      {children}
      <IconButton className="icon-button picture-dialog-close" aria-label="Close" onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  </Dialog>
);

function FilePicture({ file, drawing }: Pick<PictureDialogProps, 'file' | 'drawing'>) {
  const [url, setUrl] = useState<string>();
  const isDrawn = drawing !== undefined;
  useEffect(() => {
    if (isDrawn) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file, isDrawn]);
  if (isDrawn) return drawing;
  return url === undefined ? null : <img src={url} alt="" />;
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus to another answer with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const answers = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  answers.at((answers.indexOf(event.currentTarget) + step) % answers.length)?.focus();
}

interface PictureAnswerProps {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  price: string;
  /** Undefined if the answer cannot be given. */
  onChoose?: (() => void) | undefined;
}

/** One answer, as an item of a list. */
export function PictureAnswer({ icon, title, text, price, onChoose }: PictureAnswerProps) {
  const content = (
    <>
      {icon}
      <b>{title}</b> <span>{text}</span> <small>{price}</small>
    </>
  );
  return (
    <li>
      {onChoose ? (
        <button type="button" className="picture-answer" onClick={onChoose} onKeyDown={moveFocus}>
          {content}
        </button>
      ) : (
        <div className="picture-answer">{content}</div>
      )}
    </li>
  );
}
