import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { Balance } from '../api/credits.ts';
import { PreviousThumbnails } from '../history/previous-thumbnails.tsx';
import { useHistory } from '../history/use-history.ts';
import { ReferenceUploader } from '../references/reference-uploader.tsx';
import type { Session } from '../session/session-store.ts';
import { Field } from '../ui/field.tsx';
import { FullHistoryDialog } from './full-history-dialog.tsx';
import { ModelPicker } from './model-picker.tsx';
import { BuyMoreCredits } from './out-of-credits.tsx';
import { PromptBar } from './prompt-bar.tsx';
import { Stage } from './stage.tsx';
import { useStoredPrompt } from './stored-prompt.ts';
import { useGenerator } from './use-generator.ts';
import './generator.css';

interface GeneratorProps {
  session: Session;
  balance: Balance;
  reloadBalance: () => void;
}

export function Generator({ session, balance, reloadBalance }: GeneratorProps) {
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  // A session that is still loading gets the places of a signed-in user, so that nothing moves when it is there.
  const signedIn = session.status !== 'visitor';
  const [prompt, setPrompt] = useStoredPrompt(session);
  const [negativePrompt, setNegativePrompt] = useState('');
  const [model, setModel] = useState<string>();
  const history = useHistory(userId);
  const generator = useGenerator({ userId, balance, reloadBalance, history });
  const generating = generator.startedAt !== undefined;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    generator.request({ prompt, negativePrompt, model });
  };

  return (
    <>
      <form className="bench" aria-label="Generate a thumbnail" onSubmit={submit}>
        <Stage
          startedAt={generator.startedAt}
          thumbnail={history.entries.find(({ id }) => id === generator.shownId)}
          onImageLoad={history.onImageLoad}
          onImageError={history.onImageError}
        />
        <div className="selector">
          <ReferenceUploader />
          <ModelPicker model={model} onChange={setModel} />
        </div>
        <PromptBar prompt={prompt} onChange={setPrompt} generating={generating} />
        {signedIn && (
          <div className="negative">
            <Field label="Negative prompt">
              {(id) => (
                <textarea
                  id={id}
                  className="field-box"
                  rows={3}
                  placeholder="What to leave out: blur, watermarks, extra fingers"
                  value={negativePrompt}
                  onChange={(event) => setNegativePrompt(event.target.value)}
                />
              )}
            </Field>
            {generator.exhausted && <BuyMoreCredits />}
          </div>
        )}
      </form>
      <p className="visually-hidden" role="status">
        {generator.announcement}
      </p>
      {signedIn && (
        <PreviousThumbnails
          history={history}
          shownId={generating ? undefined : generator.shownId}
          onShow={({ id }) => generator.show(id)}
        />
      )}
      {generator.question && <FullHistoryDialog {...generator.question} />}
    </>
  );
}
