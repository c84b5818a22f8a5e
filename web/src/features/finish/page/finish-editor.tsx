import { lazy, useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUnfinishedGenerations } from '../../../generations/use-generations.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { BrandContext, useBrandKit } from '../brand/brand-context.ts';
import { useBrand } from '../brand/use-brand.ts';
import { DesignContext, useEditedDesign } from '../editor/design-context.ts';
import { PageContext, useFinishPage } from '../editor/page-context.ts';
import { ExportContext } from '../export/export-context.ts';
import { ImageContext } from '../image-tools/image-context.ts';
import type { Video } from '../preview/video-details.ts';
import type { SavedDesign } from '../saving/use-saved-design.ts';
import { useFinish } from './use-finish.ts';
import { useRevealedFocus } from './use-revealed-focus.ts';
import { useOffers } from './use-offers.ts';
import type { OpenedPage, Views } from './use-views.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import { DesignCanvas } from '../canvas/design-canvas.tsx';
import type { Checks } from '../checks/use-checks.ts';
import { ChecksLine } from '../checks/checks-line.tsx';
import { takePicture } from '../../../lib/handed-picture.ts';
import { loadDesignPanel } from './load-design-panel.ts';
import { FinishBar } from './finish-bar.tsx';
import { loadCropControl, loadImageTools } from '../image-tools/load-image-tools.ts';
import { Problem } from '../editor/problem.tsx';
import { loadChecksPanel, loadImagePanel, loadPreview, Tools } from './tools.tsx';

const loadCutoutMaker = () => import('../cut-outs/cutout-maker.tsx');
const loadConflict = () => import('../saving/conflict-dialog.tsx');
const loadShortcuts = () => import('./shortcuts-dialog.tsx');
const loadLayouts = () => import('../layers/layouts.tsx');
const loadStrip = () => import('../preview/preview-strip.tsx');
const CutoutMaker = lazy(loadCutoutMaker);
const ConflictDialog = lazy(loadConflict);
const ShortcutsDialog = lazy(loadShortcuts);
const PreviewStrip = lazy(loadStrip);
const Layouts = lazy(loadLayouts);
const LanguageStrip = lazy(() => import('../languages/language-strip.tsx'));
const LayoutsDialog = lazy(() => import('../brand/layouts-dialog.tsx'));

/** The parts that load after the page, so that they also work without a connection. */
const LATER = [
  loadDesignPanel,
  loadImagePanel,
  loadLayouts,
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

/** The whole finish page of a thumbnail that has loaded. What is read here does not change while the creator types. */
export function FinishEditor({ userId, thumbnail }: FinishEditorProps) {
  const offers = useOffers(userId, thumbnail);
  const brand = useBrand(userId);
  const [search] = useSearchParams();
  useUnfinishedGenerations(userId);
  return (
    <BrandContext value={brand}>
      <Editor
        userId={userId}
        thumbnail={thumbnail}
        offers={offers}
        firstTab={search.get('tab') === 'image' ? 'image' : 'design'}
      />
    </BrandContext>
  );
}

function Editor(opened: OpenedPage) {
  const { views, design, image, saver, loadedFonts, exporting, checks, video, fix } = useFinish(opened);
  /** The content of the tab Preview stands here, and hides the canvas. */
  const [stage, setStage] = useState<HTMLElement | null>(null);
  useRevealedFocus();
  const { hasImageTools } = views.page.offers;
  useEffect(() => {
    for (const load of hasImageTools ? [loadImageTools, ...LATER] : LATER) load().catch(() => undefined);
  }, [hasImageTools]);
  const checked = { checks, exporting, onFix: fix };
  const version = design.editor.design.image;
  const compared = views.comparison?.version === version ? views.comparison?.share : undefined;
  const compare = (share: number | undefined) =>
    views.setComparison(share === undefined ? undefined : { version, share });
  return (
    <PageContext value={views.page}>
      <DesignContext value={design}>
        <ImageContext value={image}>
          <ExportContext value={exporting}>
            <FinishBar
              saveState={saver.state}
              isBefore={compared !== undefined}
              onBefore={(isBefore) => compare(isBefore ? 100 : undefined)}
            />
            <div className="finish-layout">
              <CanvasSection {...{ loadedFonts, video, views, compared, checks }} onCompare={compare}>
                <ChecksLine {...checked} onOpen={() => views.page.openTab('checks')} />
              </CanvasSection>
              <div ref={setStage} className="preview-stage" />
              <Tools views={views} stage={compared === undefined ? stage : null} {...{ checked, video }} />
            </div>
          </ExportContext>
          <p className="visually-hidden" role="status">
            {design.editor.announcement}
          </p>
          <Dialogs views={views} saver={saver} />
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
  useHandedPicture();
  return (
    <>
      <LazyPart>{cutoutRequest !== undefined && <CutoutMaker request={cutoutRequest} />}</LazyPart>
      <LazyPart>
        {layouts && brand && (
          <LayoutsDialog
            kit={brand}
            layers={layouts === 'save' ? editor.original.layers : undefined}
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
  views: Views;
  compared: number | undefined;
  onCompare: (share: number) => void;
  checks: Checks;
  /** The verdict of the checks on a design with layers. */
  children: ReactNode;
}

/** The image with its layers, and what is always in view with it. */
function CanvasSection(props: CanvasSectionProps) {
  const { loadedFonts, video, views, compared, onCompare, checks, children } = props;
  const { editor, languages, language, parts } = useEditedDesign();
  // A layout changes the original, so the layouts are not in view with a language.
  const hasLanguages = languages?.isOpen === true || language !== undefined;
  return (
    <section className="finish-canvas" aria-label="Design">
      <DesignCanvas
        loadedFonts={loadedFonts}
        badge={views.hasBadge ? video.details.duration : undefined}
        isPreview={views.tab === 'preview'}
        compared={compared}
        onCompare={onCompare}
        hasVersions={views.tab === 'image'}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="layouts" role="region" aria-label={hasLanguages ? 'Languages' : 'Layouts'} tabIndex={0}>
        <LazyPart>{hasLanguages ? <LanguageStrip checks={checks} /> : <Layouts />}</LazyPart>
      </div>
      {parts.status === 'failed' && <Problem words={parts.problem} onRetry={parts.retry} />}
      {editor.design.layers.length > 0 && children}
      <LazyPart>
        <PreviewStrip details={video.details} hasBadge={views.hasBadge} />
      </LazyPart>
    </section>
  );
}

/** Places the picture that the home page has handed over. */
function useHandedPicture(): void {
  const { thumbnail, requestCutout } = useFinishPage();
  const take = useEffectEvent(() => {
    const handed = takePicture(thumbnail.id);
    if (handed) requestCutout({ file: handed.file, answer: handed.answer });
  });
  useEffect(() => take(), []);
}
