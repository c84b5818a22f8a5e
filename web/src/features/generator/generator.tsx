import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { Session } from '../../session/session-store.ts';
import { Field } from '../../ui/field.tsx';
import { FullHistoryDialog } from './full-history-dialog.tsx';
import { BuyMoreCredits } from './generation-errors.tsx';
import { ModelPicker } from './model-picker.tsx';
import { Preview } from './preview.tsx';
import { PromptBar } from './prompt-bar.tsx';
import { ReferenceUploader } from './reference-uploader.tsx';
import type { GeneratorHistory, useGenerator } from './use-generator.ts';
import { useStoredPrompt } from './use-stored-prompt.ts';
import './generator.css';

interface GeneratorProps {
  session: Session;
  generator: ReturnType<typeof useGenerator>;
  history: GeneratorHistory;
}

export function Generator({ session, generator, history }: GeneratorProps) {
  const [prompt, setPrompt] = useStoredPrompt(session);
  const [negativePrompt, setNegativePrompt] = useState('');
  const [model, setModel] = useState<string>();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    generator.request({ prompt, negativePrompt, model });
  };

  return (
    <>
      <form className="generator" aria-label="Generate a thumbnail" onSubmit={submit}>
        <Preview
          startedAt={generator.startedAt}
          thumbnail={generator.shownId === undefined ? undefined : history.find(generator.shownId)}
          onImageLoad={history.onImageLoad}
          onImageError={history.onImageError}
        />
        <div className="selector">
          <ReferenceUploader />
          <ModelPicker model={model} onChange={setModel} />
        </div>
        <PromptBar prompt={prompt} onChange={setPrompt} isGenerating={generator.startedAt !== undefined} />
        {session.status !== 'visitor' && (
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
            {generator.isOutOfCredits && <BuyMoreCredits />}
          </div>
        )}
      </form>
      <p className="visually-hidden" role="status">
        {generator.announcement}
      </p>
      {generator.confirmation && <FullHistoryDialog {...generator.confirmation} />}
    </>
  );
}
