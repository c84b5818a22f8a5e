import { useId, useRef } from 'react';
import { CloseIcon } from '../../../ui/action-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AddPictureIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { PictureState } from '../hooks/use-picture.ts';
import './picture-field.css';

interface PictureFieldProps {
  state: PictureState;
  disabled: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** Takes one picture for a message, for example a screenshot. */
export function PictureField({ state, disabled, onChoose, onRemove }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isFailed = state.status === 'failed';
  return (
    <div className="field">
      <div className="picture-field">
        {state.status === 'reading' ? (
          <Spinner />
        ) : state.status === 'ready' ? (
          <img src={state.picture.url} alt="" />
        ) : (
          <AddPictureIcon />
        )}
        <label htmlFor={id}>
          {state.status === 'ready' ? <bdi>{state.picture.name}</bdi> : <span>Attach a picture</span>}
        </label>
        <small id={`${id}-hint`}>A screenshot shows us what you see. One PNG, JPEG or WebP.</small>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={isFailed ? `${id}-error` : `${id}-hint`}
          aria-invalid={isFailed || undefined}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = ''; // Allows choosing the same file again.
            if (file) onChoose(file);
          }}
        />
        {state.status === 'ready' && (
          <IconButton
            aria-label="Remove the picture"
            disabled={disabled}
            onClick={() => {
              onRemove();
              input.current?.focus(); // The removed button had the focus.
            }}
          >
            <CloseIcon />
          </IconButton>
        )}
      </div>
      {isFailed && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {`${state.reason}.`}
        </p>
      )}
    </div>
  );
}
