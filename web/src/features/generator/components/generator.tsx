import { useEffect, useState, useEffectEvent } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import type { Session } from '../../../session/session-store.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import type { Generator as GeneratorState } from '../hooks/use-generator.ts';
import { useModelOptions } from '../hooks/use-model-options.ts';
import { useReference } from '../hooks/use-reference.ts';
import type { FollowedRun } from '../hooks/use-runs.ts';
import { useStoredForm } from '../hooks/use-stored-form.ts';
import { useStoredPrompt } from '../hooks/use-stored-prompt.ts';
import { followRun } from '../model/follow-run.ts';
import type { ThumbnailHistory } from '../hooks/use-thumbnail-history.ts';
import { checkLength } from '../model/prompt-length.ts';
import { FullHistoryDialog } from './full-history-dialog.tsx';
import { ModelPicker } from './model-picker.tsx';
import { PromptBar, submitForm } from './prompt-bar.tsx';
import { ReferenceUploader } from './reference-uploader.tsx';
import type { VideoCardProps } from './references/video-reference-card.tsx';
import type * as CardModule from './references/video-reference-card.tsx';
import { Viewer } from './viewer.tsx';
import './generator.css';

/** A link that is being typed is not an error yet. */
const ERROR_DELAY_MS = 400;

/** A failure announces itself. */
const ANNOUNCEMENTS = {
  idle: '',
  generating: 'Generating',
  waiting: 'Waiting in line',
  done: 'Done',
  failed: '',
} as const;

interface GeneratorProps {
  session: Session;
  generator: GeneratorState;
  history: ThumbnailHistory;
}

export function Generator({ session, generator, history }: GeneratorProps) {
  const [prompt, setPrompt] = useStoredPrompt(session);
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const isVisitor = session.status === 'visitor';
  const [{ negativePrompt, model }, changeForm] = useStoredForm(userId);
  const reference = useReference(prompt, userId);
  const models = useModelOptions(model, reference.use);
  const error = reference.error ?? checkLength(reference.input.prompt, negativePrompt);
  const [refusedPrompt, setRefusedPrompt] = useState<string>();
  const settledPrompt = useDebounced(prompt, ERROR_DELAY_MS);
  const isErrorVisible = settledPrompt === prompt || refusedPrompt === prompt;

  useReleasedLinkSpace();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (error === undefined) {
      generator.request({ negativePrompt, model: reference.use ? undefined : model, ...reference.input });
    } else setRefusedPrompt(prompt);
  };

  return (
    <>
      <form className="generator" aria-label="Generate a thumbnail" onSubmit={submit}>
        <Viewer generator={generator} history={history} hasActions={!isVisitor} />
        <div className="selector">
          <ReferenceUploader userId={userId} reference={reference} />
          <ModelPicker
            {...models}
            disabled={reference.use !== undefined}
            onChange={(next) => changeForm({ model: next })}
          />
        </div>
        <PromptBar
          prompt={prompt}
          onChange={setPrompt}
          isGenerating={generator.isBusy}
          isOutOfCredits={generator.isOutOfCredits}
          isVisitor={isVisitor}
          cost={models.selected?.cost}
          improvable={isVisitor ? undefined : { idea: reference.text, link: reference.link?.url }}
          error={isErrorVisible ? error : undefined}
        >
          {reference.link && (
            <LazyVideoCard
              session={session}
              link={reference.link}
              reference={reference}
              onRemove={() => setPrompt(reference.text)}
            />
          )}
        </PromptBar>
        {!isVisitor && (
          <NegativePrompt value={negativePrompt} onChange={(next) => changeForm({ negativePrompt: next })}>
            {generator.isOutOfCredits && (
              <LinkButton className="buy-more" variant="primary" to={PATHS.buyCredits}>
                Buy More Credits
              </LinkButton>
            )}
          </NegativePrompt>
        )}
      </form>
      {generator.followers.map((follower) => (
        <RunFollower key={follower.run.id} {...follower} />
      ))}
      <p className="visually-hidden" role="status">
        {ANNOUNCEMENTS[generator.progress ?? 'idle']}
      </p>
      {generator.confirmation && <FullHistoryDialog {...generator.confirmation} history={history} />}
    </>
  );
}

/** The card of the prompt's link. Its code loads with the first link, and its space is reserved. */
function LazyVideoCard(props: VideoCardProps) {
  const [code, setCode] = useState<typeof CardModule>();
  const { url } = props.link;
  useEffect(() => {
    // Without the card, the server still finds the video. Another link tries again.
    import('./references/video-reference-card.tsx').then(setCode, () => undefined);
  }, [url]);
  return <div className="reference-slot">{code && <code.default {...props} />}</div>;
}

/** The card of a link has taken the space that the head script reserved for it. */
function useReleasedLinkSpace(): void {
  useEffect(() => {
    delete document.documentElement.dataset['link'];
  }, []);
}

interface NegativePromptProps {
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function NegativePrompt({ value, onChange, children }: NegativePromptProps) {
  return (
    <div className="negative">
      <Field label="Negative prompt">
        {(id) => (
          <textarea
            id={id}
            className="field-box"
            rows={3}
            dir="auto"
            placeholder="What to leave out: blur, watermarks, extra fingers"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitForm(event);
            }}
          />
        )}
      </Field>
      {children}
    </div>
  );
}

/** Follows one run for as long as it is rendered. Pass the run's id as its key. The server goes on without it. */
function RunFollower({ run, onLineChange, onEnd }: FollowedRun) {
  const reportLine = useEffectEvent(onLineChange);
  const reportEnd = useEffectEvent(onEnd);
  const follow = useEffectEvent(async (signal: AbortSignal) => {
    // In development React first sets up each effect and removes it. That must not send a request.
    await Promise.resolve();
    const outcome = await followRun(run, signal, reportLine);
    if (!signal.aborted) reportEnd(outcome);
  });

  useEffect(() => {
    const removed = new AbortController();
    void follow(removed.signal);
    return () => removed.abort();
  }, []);

  return null;
}
