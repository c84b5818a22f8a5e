import { lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SparkIcon } from '../../../ui/icons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { BrandContext, useBrandKit } from '../brand/brand-context.ts';
import { DesignContext, useEditedDesign } from '../editor/design-context.ts';
import { PageContext, useFinishPage } from '../editor/page-context.ts';
import type { Tab } from '../editor/page-context.ts';
import { ImageContext } from '../image-tools/image-context.ts';
import type { Video } from '../preview/video-details.ts';
import type { SavedDesign } from '../saving/use-saved-design.ts';
import type { Checks } from '../checks/use-checks.ts';
import type { Hint } from '../checks/check.ts';
import type { Export } from '../export/use-export.ts';
import { useFinish } from './use-finish.ts';
import type { Views } from './use-views.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import { DesignCanvas } from '../canvas/design-canvas.tsx';
import { ChecksLine } from '../checks/checks-line.tsx';
import { loadDesignPanel } from './load-design-panel.ts';
import { FinishBar } from './finish-bar.tsx';
import { loadCropControl, loadImageTools } from '../image-tools/load-image-tools.ts';
import { Problem } from '../editor/problem.tsx';
import { StartingLayouts } from '../layers/starting-layout-buttons.tsx';
import { Tabs } from './tabs.tsx';

const loadImagePanel = () => import('../image-tools/image-panel.tsx');
const loadChecksPanel = () => import('../checks/checks-panel.tsx');
const loadCutoutMaker = () => import('../cut-outs/cutout-maker.tsx');
const loadConflict = () => import('../saving/conflict-dialog.tsx');
const loadShortcuts = () => import('./shortcuts-dialog.tsx');
const loadStrip = () => import('../preview/preview-strip.tsx');
const loadPreview = () => import('../preview/youtube-preview.tsx');
const DesignPanel = lazy(loadDesignPanel);
const ImagePanel = lazy(loadImagePanel);
const ChecksPanel = lazy(loadChecksPanel);
const CutoutMaker = lazy(loadCutoutMaker);
const ConflictDialog = lazy(loadConflict);
const ShortcutsDialog = lazy(loadShortcuts);
const PreviewStrip = lazy(loadStrip);
const YoutubePreview = lazy(loadPreview);
const SavedLayouts = lazy(() => import('../brand/saved-layouts.tsx'));
const TitleSuggestions = lazy(() => import('../preview/title-suggestions.tsx'));
const LayoutsDialog = lazy(() => import('../brand/layouts-dialog.tsx'));

/** The parts that load after the page, so that they also work without a connection. */
const LATER = [
  loadDesignPanel,
  loadImagePanel,
  loadChecksPanel,
  loadCropControl,
  loadCutoutMaker,
  loadConflict,
  loadShortcuts,
  loadPreview,
];

interface FinishEditorProps {
  userId: string;
  thumbnail: LoadedThumbnail;
}

/** The whole finish page of a thumbnail that has loaded. */
export function FinishEditor({ userId, thumbnail }: FinishEditorProps) {
  const { views, design, image, brand, saver, loadedFonts, exporting, checks, video, fix } = useFinish(
    userId,
    thumbnail,
  );
  const { hasImageTools } = views.page.offers;
  useEffect(() => {
    for (const load of hasImageTools ? [loadImageTools, ...LATER] : LATER) load().catch(() => undefined);
  }, [hasImageTools]);
  const checked = { checks, exporting, onFix: fix };
  return (
    <PageContext value={views.page}>
      <DesignContext value={design}>
        <ImageContext value={image}>
          <BrandContext value={brand}>
            <FinishBar saveState={saver.state} exporting={exporting} />
            <div className="finish-layout">
              <CanvasSection loadedFonts={loadedFonts} video={video} isPreview={views.tab === 'preview'}>
                <ChecksLine {...checked} onOpen={() => views.page.openTab('checks')} />
              </CanvasSection>
              <Tools tab={views.tab} checked={checked} video={video} />
            </div>
            <p className="visually-hidden" role="status">
              {design.editor.announcement}
            </p>
            <Dialogs views={views} saver={saver} />
          </BrandContext>
        </ImageContext>
      </DesignContext>
    </PageContext>
  );
}

/** The dialogs of the page. Each dialog loads separately, because a dialog may load while another dialog is open. */
function Dialogs({ views, saver }: { views: Views; saver: SavedDesign }) {
  const { openLayouts, showShortcuts } = useFinishPage();
  const { editor } = useEditedDesign();
  const brand = useBrandKit();
  const { cutoutRequest, layouts, hasShortcuts } = views;
  return (
    <>
      <LazyPart>{cutoutRequest !== undefined && <CutoutMaker request={cutoutRequest} />}</LazyPart>
      <LazyPart>
        {layouts && brand && (
          <LayoutsDialog
            kit={brand}
            layers={layouts === 'save' ? editor.design.layers : undefined}
            onClose={() => openLayouts(undefined)}
          />
        )}
      </LazyPart>
      <LazyPart>{hasShortcuts && <ShortcutsDialog onClose={() => showShortcuts(false)} />}</LazyPart>
      <LazyPart>
        {saver.state.status === 'conflict' && (
          <ConflictDialog saver={saver} theirs={saver.state.theirs.design} />
        )}
      </LazyPart>
    </>
  );
}

interface CanvasSectionProps {
  /** Changes when a font has loaded. */
  loadedFonts: number;
  video: Video;
  isPreview: boolean;
  /** The verdict of the checks on a design with layers. */
  children: ReactNode;
}

/** The image with its layers, and what is always in view with it. */
function CanvasSection({ loadedFonts, video, isPreview, children }: CanvasSectionProps) {
  const { editor, parts } = useEditedDesign();
  const layouts = useBrandKit()?.brand.layouts ?? [];
  const [hasBadge, setHasBadge] = useState(true);
  return (
    <section className="finish-canvas" aria-label="Design">
      <DesignCanvas
        loadedFonts={loadedFonts}
        badge={hasBadge ? video.details.duration : undefined}
        isPreview={isPreview}
      />
      <div className="finish-actions">
        <StartingLayouts />
        {layouts.length > 0 && (
          <LazyPart>
            <SavedLayouts layouts={layouts} />
          </LazyPart>
        )}
        <BadgeSwitch isOn={hasBadge} onChange={setHasBadge} />
      </div>
      {parts.status === 'failed' && <Problem words={parts.problem} onRetry={parts.retry} />}
      {editor.design.layers.length > 0 && children}
      <LazyPart>
        <PreviewStrip details={video.details} />
      </LazyPart>
    </section>
  );
}

function BadgeSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
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

interface SuggestionsProps {
  video: Video;
  isOpen: boolean;
  onToggle: () => void;
}

/** The code and the suggestions load with the first press. */
function Suggestions({ video, isOpen, onToggle }: SuggestionsProps) {
  return (
    <div>
      <Button variant="quiet" aria-expanded={isOpen} onClick={onToggle}>
        <SparkIcon /> Suggest titles and headlines
      </Button>
      {isOpen && (
        <LazyPart>
          <TitleSuggestions video={video} />
        </LazyPart>
      )}
    </div>
  );
}

interface ToolsProps {
  tab: Tab;
  checked: { checks: Checks; exporting: Export; onFix: (hint: Hint) => void };
  video: Video;
}

/** The tabs beside the image, or below it on a narrow screen. */
function Tools({ tab, checked, video }: ToolsProps) {
  const { offers, openTab } = useFinishPage();
  const { rendering } = useEditedDesign();
  const [hasSuggestions, showSuggestions] = useState(false);
  const suggestions = offers.suggestions !== 'off' && (
    <Suggestions video={video} isOpen={hasSuggestions} onToggle={() => showSuggestions(!hasSuggestions)} />
  );
  const preview = (
    <YoutubePreview canvas={rendering?.canvas} details={video.details} onChange={video.change}>
      {suggestions}
    </YoutubePreview>
  );
  const { checks } = checked;
  return (
    <Tabs<Tab>
      label="Tools"
      selected={tab}
      onSelect={openTab}
      tabs={[
        { id: 'design', label: 'Design', content: <DesignPanel suggestions={suggestions} /> },
        { id: 'image', label: 'Image', content: <ImagePanel /> },
        { id: 'preview', label: 'Preview', content: preview },
        {
          id: 'checks',
          label: 'Checks',
          content: <ChecksPanel {...checked} rendering={rendering} duration={video.details.duration} />,
          verdict: checks.verdict,
        },
      ]}
    />
  );
}
