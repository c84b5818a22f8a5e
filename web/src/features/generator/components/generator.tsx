import { useEffect, useId } from 'react';
import type { ReactNode } from 'react';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';
import type { Session } from '../../../session/session-store.ts';
import { useCode } from '../../../ui/lazy-part.tsx';
import { useExampleShow, ExamplePrompts } from './example-prompts.tsx';
import type { Generator as GeneratorState } from '../hooks/use-generator.ts';
import { ModelPicker } from './model-picker.tsx';
import { useGeneratorForm } from '../hooks/use-generator-form.ts';
import type { ThumbnailHistory } from '../hooks/use-thumbnail-history.ts';
import { StartFromScript } from './concepts/start-from-script.tsx';
import type { FullHistoryDialogProps } from './full-history-dialog.tsx';
import { Announcements } from './generation-progress.tsx';
import { NegativePrompt, PromptBar } from './prompt-bar.tsx';
import { ReferencePicker } from './reference-picker.tsx';
import type { SeriesCardProps } from './series/series-card.tsx';
import type { VideoCardProps } from './references/video-reference-card.tsx';
import { Viewer } from './viewer.tsx';
import './generator.css';

interface GeneratorProps {
  session: Session;
  generator: GeneratorState;
  history: ThumbnailHistory;
  /** The title of the page, which is above a visitor's viewer and beside a user's. */
  children: ReactNode;
}

export function Generator({ session, generator, history, children }: GeneratorProps) {
  const form = useGeneratorForm(session, generator);
  const { prompt, reference, replacePrompt } = form;
  const isVisitor = session.status === 'visitor';
  const examples = useExampleShow(isVisitor && prompt === '');
  const panelId = useId();

  useReleasedLinkSpace(useIsHydrated() && !reference.isLoading);

  const showExample = (index: number, text: string) => {
    examples.choose(index);
    replacePrompt(text);
  };

  return (
    <>
      <form
        className={isVisitor ? 'generator generator-visitor' : 'generator'}
        aria-label="Generate a thumbnail"
        onSubmit={form.submit}
      >
        {children}
        <Viewer
          generator={generator}
          history={history}
          example={isVisitor ? examples.current : undefined}
          onUsePrompt={isVisitor ? undefined : replacePrompt}
          onEditPrompt={form.editRefused}
          form={form}
        />
        {isVisitor && <ExamplePrompts shown={examples.index} onPick={showExample} />}
        <div className="selector">
          <ReferencePicker
            userId={form.userId}
            reference={reference}
            panelId={panelId}
            shownId={generator.shownId}
          />
          {isVisitor ? (
            <ModelPicker form={form} />
          ) : (
            <StartFromScript
              userId={form.userId}
              prompt={prompt}
              disabled={generator.isBusy}
              onPick={replacePrompt}
            />
          )}
        </div>
        {!isVisitor && (
          <>
            <div className="settings">
              <ModelPicker form={form} />
              <NegativePrompt form={form} isOutOfCredits={generator.isOutOfCredits} />
            </div>
            <ExamplePrompts disabled={generator.isBusy} onPick={showExample} />
          </>
        )}
        <PromptBar form={form} generator={generator} isVisitor={isVisitor} referencePanelId={panelId}>
          {form.series.isOpen && form.userId !== undefined && (
            <LazySeriesCard key={form.series.key} form={form} generator={generator} userId={form.userId} />
          )}
          {reference.link && (
            <LazyVideoCard
              session={session}
              link={reference.link}
              reference={reference}
              onRemove={() => form.setPrompt(reference.text)}
            />
          )}
        </PromptBar>
      </form>
      <Announcements progress={generator.progress} content={generator.content} />
      {generator.confirmation && <LazyHistoryDialog {...generator.confirmation} {...{ history, form }} />}
    </>
  );
}

/** The card of the prompt's link. Its code loads with the first link, and its space is reserved. */
function LazyVideoCard(props: VideoCardProps) {
  // Without the card, the server still finds the video.
  const code = useCode(() => import('./references/video-reference-card.tsx'));
  return <div className="reference-slot">{code && <code.default {...props} />}</div>;
}

/** The card of a series. Without its code, the next thumbnail takes nothing from an earlier one. */
function LazySeriesCard(props: SeriesCardProps) {
  const code = useCode(
    () => import('./series/series-card.tsx'),
    () => props.form.series.setPart({}),
  );
  return code && <code.default {...props} />;
}

/** Loads the dialog. If the code cannot be loaded, the generation is canceled, because it needs the user's answer. */
function LazyHistoryDialog(props: FullHistoryDialogProps) {
  const code = useCode(() => import('./full-history-dialog.tsx'), props.onCancel);
  return code && <code.default {...props} />;
}

/** The card of a link has taken the space that the head script reserved for it. */
function useReleasedLinkSpace(isRead: boolean): void {
  useEffect(() => {
    if (isRead) delete document.documentElement.dataset['link'];
  }, [isRead]);
}
