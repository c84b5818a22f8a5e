import { lazy, Suspense, useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SparkIcon } from '../../../ui/icons.tsx';
import { useFinishActions } from '../hooks/use-finish-actions.ts';
import type { Tab } from '../hooks/use-finish-actions.ts';
import { useFinish } from '../hooks/use-finish.ts';
import type { Finish } from '../hooks/use-finish.ts';
import type { LoadedThumbnail } from '../model/load-thumbnail.ts';
import { DesignCanvas } from './canvas/design-canvas.tsx';
import { ChecksLine, ChecksPanel } from './checks/checks-panel.tsx';
import { BrandContext, PaletteContext } from './controls/color-controls.tsx';
import { DesignPanel } from './design-panel.tsx';
import { ExportControl } from './export/export-control.tsx';
import { FinishBar } from './finish-bar.tsx';
import { ImagePanel, loadImageTools } from './image-panel.tsx';
import { StartingLayouts } from './starting-layouts.tsx';
import { Tabs } from './tabs.tsx';
import { PreviewStrip } from './youtube/preview-strip.tsx';

const loadCutoutMaker = () => import('./cutouts/cutout-maker.tsx');
const loadConflict = () => import('./saving/conflict-dialog.tsx');
const loadShortcuts = () => import('./shortcuts-dialog.tsx');
const loadPreview = () => import('./youtube/youtube-preview.tsx');
const CutoutMaker = lazy(loadCutoutMaker);
const ConflictDialog = lazy(loadConflict);
const ShortcutsDialog = lazy(loadShortcuts);
const YoutubePreview = lazy(loadPreview);
const SavedLayouts = lazy(() => import('./brand/saved-layouts.tsx'));
const TitleSuggestions = lazy(() => import('./suggestions/title-suggestions.tsx'));
const LayoutsDialog = lazy(() => import('./brand/layouts-dialog.tsx'));

/** Loads after the page what works without a connection, too. */
const LATER = [loadCutoutMaker, loadConflict, loadShortcuts, loadPreview];

interface FinishEditorProps {
  userId: string;
  thumbnail: LoadedThumbnail;
}

/** The whole finish page of a thumbnail that has loaded. */
export function FinishEditor({ userId, thumbnail }: FinishEditorProps) {
  const finish = useFinish(userId, thumbnail);
  const actions = useFinishActions(finish);
  const { editor, saver, saveState, finished, exporting, hasImageTools } = finish;
  useEffect(() => {
    for (const load of hasImageTools ? [loadImageTools, ...LATER] : LATER) load().catch(() => undefined);
  }, [hasImageTools]);
  return (
    <>
      <FinishBar prompt={thumbnail.prompt} editor={editor} saveState={saveState}>
        <ExportControl
          exporting={exporting}
          finished={finished}
          canUpscale={finish.editServices.some(({ service }) => service === 'upscale')}
          thumbnail={thumbnail}
        />
      </FinishBar>
      <div className="finish-layout">
        <CanvasSection userId={userId} finish={finish} actions={actions} />
        <PaletteContext value={finish.palette}>
          <BrandContext value={finish.brand}>
            <Tools finish={finish} actions={actions} />
          </BrandContext>
        </PaletteContext>
      </div>
      <p className="visually-hidden" role="status">
        {editor.announcement}
      </p>
      {actions.cutoutRequest !== undefined && (
        <Suspense>
          <CutoutMaker
            userId={userId}
            editor={editor}
            list={finish.cutouts.list}
            cost={finish.cutoutCost}
            request={actions.cutoutRequest}
            onClose={() => actions.requestCutout('closed')}
          />
        </Suspense>
      )}
      {actions.layouts && finish.brand && (
        <Suspense>
          <LayoutsDialog
            userId={userId}
            kit={finish.brand}
            rendering={finish.rendering}
            layers={actions.layouts === 'save' ? editor.design.layers : undefined}
            onClose={() => actions.openLayouts(undefined)}
          />
        </Suspense>
      )}
      {actions.hasShortcuts && (
        <Suspense>
          <ShortcutsDialog onClose={() => actions.showShortcuts(false)} />
        </Suspense>
      )}
      {saveState.status === 'conflict' && (
        <Suspense>
          <ConflictDialog
            mine={finished}
            theirs={saveState.theirs.design}
            onKeepMine={() => saver.keepMine()}
            onTakeTheirs={() => {
              const theirs = saver.takeTheirs();
              if (theirs) editor.load(theirs);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface PartProps {
  userId: string;
  finish: Finish;
  actions: ReturnType<typeof useFinishActions>;
}

/** The image with its layers, and what is always in view with it. */
function CanvasSection({ userId, finish, actions }: PartProps) {
  const { editor, finished, fonts, rendering, video, badge } = finish;
  const layouts = finish.brand?.brand.layouts ?? [];
  return (
    <section className="finish-canvas" aria-label="Design">
      <DesignCanvas
        editor={editor}
        finished={finished}
        missingCutouts={finish.cutouts.missing}
        fontsLoaded={fonts.loaded}
        duration={badge.isOn ? video.details.duration : undefined}
        isImageEdited={finish.imageTools.isEditing}
        onPicture={actions.setPicture}
        onKeyDown={actions.onLayerKeyDown}
        onEdit={actions.editWords}
      />
      <div className="finish-actions">
        <StartingLayouts
          editor={editor}
          rendering={rendering}
          headline={actions.headline}
          onAddText={actions.addText}
        />
        {layouts.length > 0 && (
          <Suspense>
            <SavedLayouts
              userId={userId}
              layouts={layouts}
              editor={editor}
              rendering={rendering}
              headline={actions.headline}
              onManage={() => actions.openLayouts('manage')}
            />
          </Suspense>
        )}
        <BadgeSwitch {...badge} />
      </div>
      {fonts.error && (
        <p className="finish-problem" role="alert">
          {fonts.error.message}{' '}
          <Button variant="quiet" onClick={fonts.retry}>
            Try again
          </Button>
        </p>
      )}
      {editor.design.layers.length > 0 && (
        <ChecksLine
          checks={finish.checks}
          exporting={finish.exporting}
          onFix={actions.fix}
          onOpen={() => actions.openTab('checks')}
        />
      )}
      <PreviewStrip canvas={rendering?.canvas} details={video.details} />
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
function Suggestions({ finish, actions }: Pick<PartProps, 'finish' | 'actions'>) {
  const { hasSuggestions, showSuggestions } = actions;
  return (
    <div>
      <Button variant="quiet" aria-expanded={hasSuggestions} onClick={() => showSuggestions(!hasSuggestions)}>
        <SparkIcon /> Suggest titles and headlines
      </Button>
      {hasSuggestions && (
        <Suspense>
          <TitleSuggestions finish={finish} />
        </Suspense>
      )}
    </div>
  );
}

/** The tabs beside the image, or below it on a narrow screen. */
function Tools({ finish, actions }: Pick<PartProps, 'finish' | 'actions'>) {
  const { editor, cutouts, cutoutCost, rendering, checks, exporting, video } = finish;
  const hasCutouts = cutouts.list.status === 'success' && cutouts.list.data.length > 0;
  const suggestions = finish.suggestions !== 'off' && <Suggestions finish={finish} actions={actions} />;
  const design = (
    <DesignPanel
      editor={editor}
      cutouts={cutouts}
      words={actions.words}
      onKeyDown={actions.onLayerKeyDown}
      onAddText={actions.addText}
      onAddCutout={cutoutCost === undefined && !hasCutouts ? undefined : () => actions.requestCutout({})}
      onAddPicture={() => actions.requestCutout({ isPicture: true })}
      onOpenImage={() => actions.openTab('image')}
      onSaveLayout={finish.brand && (() => actions.openLayouts('save'))}
      onShowShortcuts={() => actions.showShortcuts(true)}
      suggestions={suggestions}
    />
  );
  const image = <ImagePanel finish={finish} picture={actions.picture} />;
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
        { id: 'design', label: 'Design', content: design },
        { id: 'image', label: 'Image', content: image },
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
