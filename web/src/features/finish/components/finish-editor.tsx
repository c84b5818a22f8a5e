import { lazy, useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SparkIcon } from '../../../ui/icons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { FinishContext, useFinishPage } from '../hooks/finish-context.ts';
import { useFinishActions } from '../hooks/use-finish-actions.ts';
import type { Tab } from '../hooks/use-finish-actions.ts';
import { useFinish } from '../hooks/use-finish.ts';
import type { Finish } from '../hooks/use-finish.ts';
import type { LoadedThumbnail } from '../model/load-thumbnail.ts';
import { DesignCanvas } from './canvas/design-canvas.tsx';
import { ChecksLine } from './checks/checks-line.tsx';
import { DesignPanel } from './design-panel.tsx';
import { FinishBar } from './finish-bar.tsx';
import { ImagePanel, loadImageTools } from './image-panel.tsx';
import { Problem } from './problem.tsx';
import { StartingLayouts } from './starting-layouts.tsx';
import { Tabs } from './tabs.tsx';

const loadChecksPanel = () => import('./checks/checks-panel.tsx');
const loadCutoutMaker = () => import('./cutouts/cutout-maker.tsx');
const loadConflict = () => import('./saving/conflict-dialog.tsx');
const loadShortcuts = () => import('./shortcuts-dialog.tsx');
const loadStrip = () => import('./youtube/preview-strip.tsx');
const loadPreview = () => import('./youtube/youtube-preview.tsx');
const ChecksPanel = lazy(loadChecksPanel);
const CutoutMaker = lazy(loadCutoutMaker);
const ConflictDialog = lazy(loadConflict);
const ShortcutsDialog = lazy(loadShortcuts);
const PreviewStrip = lazy(loadStrip);
const YoutubePreview = lazy(loadPreview);
const SavedLayouts = lazy(() => import('./brand/saved-layouts.tsx'));
const TitleSuggestions = lazy(() => import('./suggestions/title-suggestions.tsx'));
const LayoutsDialog = lazy(() => import('./brand/layouts-dialog.tsx'));

/** The parts that load after the page, so that they also work without a connection. */
const LATER = [loadChecksPanel, loadCutoutMaker, loadConflict, loadShortcuts, loadPreview];

interface FinishEditorProps {
  userId: string;
  thumbnail: LoadedThumbnail;
}

/** The whole finish page of a thumbnail that has loaded. */
export function FinishEditor({ userId, thumbnail }: FinishEditorProps) {
  const finish = useFinish(userId, thumbnail);
  const actions = useFinishActions(finish);
  const { editor, hasImageTools } = finish;
  useEffect(() => {
    for (const load of hasImageTools ? [loadImageTools, ...LATER] : LATER) load().catch(() => undefined);
  }, [hasImageTools]);
  return (
    <FinishContext value={{ ...finish, actions }}>
      <FinishBar />
      <div className="finish-layout">
        <CanvasSection />
        <Tools />
      </div>
      <p className="visually-hidden" role="status">
        {editor.announcement}
      </p>
      <Dialogs />
    </FinishContext>
  );
}

/** The dialogs of the page. Each dialog loads separately, because a dialog may load while another dialog is open. */
function Dialogs() {
  const { editor, brand, saveState, actions } = useFinishPage();
  return (
    <>
      <LazyPart>
        {actions.cutoutRequest !== undefined && <CutoutMaker request={actions.cutoutRequest} />}
      </LazyPart>
      <LazyPart>
        {actions.layouts && brand && (
          <LayoutsDialog
            kit={brand}
            layers={actions.layouts === 'save' ? editor.design.layers : undefined}
            onClose={() => actions.openLayouts(undefined)}
          />
        )}
      </LazyPart>
      <LazyPart>
        {actions.hasShortcuts && <ShortcutsDialog onClose={() => actions.showShortcuts(false)} />}
      </LazyPart>
      <LazyPart>
        {saveState.status === 'conflict' && <ConflictDialog theirs={saveState.theirs.design} />}
      </LazyPart>
    </>
  );
}

/** The image with its layers, and what is always in view with it. */
function CanvasSection() {
  const { editor, parts, brand, badge, checks, exporting, actions } = useFinishPage();
  const layouts = brand?.brand.layouts ?? [];
  return (
    <section className="finish-canvas" aria-label="Design">
      <DesignCanvas />
      <div className="finish-actions">
        <StartingLayouts />
        {layouts.length > 0 && (
          <LazyPart>
            <SavedLayouts layouts={layouts} />
          </LazyPart>
        )}
        <BadgeSwitch {...badge} />
      </div>
      {parts.status === 'failed' && <Problem words={parts.problem} onRetry={parts.retry} />}
      {editor.design.layers.length > 0 && (
        <ChecksLine
          checks={checks}
          exporting={exporting}
          onFix={actions.fix}
          onOpen={() => actions.openTab('checks')}
        />
      )}
      <LazyPart>
        <PreviewStrip />
      </LazyPart>
    </section>
  );
}

function BadgeSwitch({ isOn, onChange }: Finish['badge']) {
  return (
    <label className="switch">
      Duration badge
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
        role="switch"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

/** The code and the suggestions load with the first press. */
function Suggestions() {
  const { hasSuggestions, showSuggestions } = useFinishPage().actions;
  return (
    <div>
      <Button variant="quiet" aria-expanded={hasSuggestions} onClick={() => showSuggestions(!hasSuggestions)}>
        <SparkIcon /> Suggest titles and headlines
      </Button>
      {hasSuggestions && (
        <LazyPart>
          <TitleSuggestions />
        </LazyPart>
      )}
    </div>
  );
}

/** The tabs beside the image, or below it on a narrow screen. */
function Tools() {
  const page = useFinishPage();
  const { rendering, checks, exporting, video, actions } = page;
  const suggestions = page.suggestions !== 'off' && <Suggestions />;
  const preview = (
    <YoutubePreview canvas={rendering?.canvas} details={video.details} onChange={video.change}>
      {suggestions}
    </YoutubePreview>
  );
  const checksPanel = (
    <ChecksPanel
      checks={checks}
      rendering={rendering}
      exporting={exporting}
      duration={video.details.duration}
      onFix={actions.fix}
    />
  );
  return (
    <Tabs<Tab>
      label="Tools"
      selected={actions.tab}
      onSelect={actions.openTab}
      tabs={[
        { id: 'design', label: 'Design', content: <DesignPanel suggestions={suggestions} /> },
        { id: 'image', label: 'Image', content: <ImagePanel /> },
        { id: 'preview', label: 'Preview', content: preview },
        {
          id: 'checks',
          label: 'Checks',
          content: checksPanel,
          ...(checks.hints > 0 && { mark: checks.summary }),
        },
      ]}
    />
  );
}
