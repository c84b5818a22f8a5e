import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFinishPage } from '../../hooks/finish-context.ts';
import type { Finish } from '../../hooks/use-finish.ts';
import { useToolSettings } from '../../hooks/image-tools/use-image-tools.ts';
import type { EditOperation } from '../../../../../../contract/edit-schemas.ts';
import type { EditInput } from '../../hooks/image-tools/use-edit-run.ts';
import { applyChanges } from '../../model/ask/apply-changes.ts';
import AskField from '../ask/ask-field.tsx';
import type { Suggested } from '../ask/ask-field.tsx';
import { imageSize } from '../../../../lib/render/finished-image.ts';
import { createOperation, findCost, hasMask, listOffers, needsName } from '../../model/image-tools/offers.ts';
import type { Offer } from '../../model/image-tools/offers.ts';
import { mirror, placeWithin, planFill } from '../../model/image-tools/placement.ts';
import type { Tool, ToolSettings } from '../../model/image-tools/tool-settings.ts';
import { findEdit } from '../../model/image-tools/versions.ts';
import { Button } from '../../../../ui/button.tsx';
import { EarlyAccess } from '../../../../ui/early-access.tsx';
import { CompareOverlay } from './compare-overlay.tsx';
import { EditAction } from './edit-action.tsx';
import { EditProgress } from './edit-progress.tsx';
import { TOOL_ICONS } from '../tool-icons.tsx';
import { VersionStrip } from './version-strip.tsx';
import { WordControls } from './word-controls.tsx';
import './image-tools.css';

const loadPainting = () => import('./painting.tsx');
const loadMove = () => import('./move-tool.tsx');
const Painting = lazy(loadPainting);
const MoveTool = lazy(loadMove);

/** Changes the image itself: the tools, the edit that is being made, and the versions. */
export default function ImageTools() {
  const page = useFinishPage();
  const { editor, thumbnail, editServices } = page;
  const { picture } = page.actions;
  const { store, change, versions, runs } = page.imageTools;
  const settings = useToolSettings(store);
  const { tool } = settings;
  const offers = listOffers(editServices);
  const offer = offers.find((each) => each.tool === tool);
  const isUpscaled = findEdit(versions.list, editor.design.image)?.operation.kind === 'upscale';

  useEffect(() => {
    for (const load of [loadPainting, loadMove]) load().catch(() => undefined);
  }, []);

  return (
    <>
      <section className="image-tools" aria-label="Change the image">
        {page.isEditingEarly && <EarlyAccess />}
        {page.hasTextModel && (
          <AskField
            thumbnailId={thumbnail.id}
            services={editServices}
            disabled={runs.run !== undefined}
            onAccept={(suggestion) => acceptSuggestion(suggestion, page)}
          />
        )}
        <ToolBar
          offers={offers}
          tool={tool}
          onSelect={(next) =>
            change({ tool: next?.tool, find: '', prompt: '', byWords: next ? needsName(next) : false })
          }
        />
        {isUpscaled && (
          <p className="tool-hint">
            A 4K image is finished: the tools continue from the version that it was made from.
          </p>
        )}
        {runs.run ? (
          <EditProgress runs={runs} />
        ) : (
          offer && <ActiveTool settings={settings} offer={offer} isUpscaled={isUpscaled} />
        )}
        <VersionStrip compared={settings.compared} />
      </section>
      {picture &&
        runs.run &&
        runs.run.error === undefined &&
        createPortal(<div className="edit-shimmer" aria-hidden="true" />, picture)}
      {picture && tool === undefined && <CompareOverlay picture={picture} compared={settings.compared} />}
    </>
  );
}

/** Starts what a sentence asked for. What has to be painted opens its tool, and a change of the text costs nothing. */
function acceptSuggestion(suggestion: Suggested, { thumbnail, editor, imageTools, finished }: Finish) {
  const { design, selected } = editor;
  const { versions, runs, change } = imageTools;
  const start = (operation: EditOperation, shows?: EditInput['shows']) =>
    runs.start({ baseId: versions.base?.id ?? thumbnail.id, operation, ...(shows && { shows }) });
  switch (suggestion.kind) {
    case 'design':
      editor.change(applyChanges(design, selected?.id, suggestion.changes), 'The text is changed.');
      return;
    case 'erase':
      change({ tool: 'erase' });
      return;
    case 'replace': {
      const { kind, find, prompt } = suggestion;
      if (find === undefined) change({ tool: 'replace', byWords: false, prompt });
      else start({ kind, find, prompt });
      return;
    }
    case 'fill': {
      const { prompt } = suggestion;
      const placement = placeWithin(versions.list.size, suggestion);
      const isFlipped = design.adjustments?.flipped === true;
      const { margins, ...shows } = planFill(
        imageSize(finished.image),
        design.crop,
        isFlipped ? mirror(placement) : placement,
      );
      start({ kind: 'fill', ...margins, ...(prompt !== undefined && { prompt }) }, shows);
      return;
    }
    case 'recolor':
    case 'upscale':
      start(suggestion);
  }
}

interface ToolBarProps {
  offers: readonly Offer[];
  tool: Tool | undefined;
  onSelect: (offer: Offer | undefined) => void;
}

/** A second press puts the tool away. On a phone, the tools come into view when the image is selected. */
function ToolBar({ offers, tool, onSelect }: ToolBarProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={ref} className="tool-bar" role="group" aria-label="Image tools">
      {offers.map((offer) => {
        const ToolIcon = TOOL_ICONS[offer.tool];
        const isActive = offer.tool === tool;
        return (
          <button
            key={offer.tool}
            type="button"
            className="bare-button"
            aria-pressed={isActive}
            onClick={() => onSelect(isActive ? undefined : offer)}
          >
            <ToolIcon />
            {offer.label}
          </button>
        );
      })}
    </div>
  );
}

interface ActiveToolProps {
  settings: ToolSettings;
  offer: Offer;
  isUpscaled: boolean;
}

function ActiveTool({ settings, offer, isUpscaled }: ActiveToolProps) {
  const { userId, thumbnail, editor, imageTools, finished, actions } = useFinishPage();
  const { change, versions, runs } = imageTools;
  const props = { picture: actions.picture, finished, settings, change };
  const [problem, setProblem] = useState<string>();
  const size = imageSize(finished.image);
  const fill = planFill(size, editor.design.crop, settings.placement);
  const { operation, missing } = createOperation(settings, fill, size);
  const isDone = offer.tool === 'upscale' && isUpscaled;

  const start = async () => {
    try {
      const baseId = versions.base?.id ?? thumbnail.id;
      runs.start({
        baseId,
        operation: await operation(),
        ...(offer.tool === 'move' && { shows: { crop: fill.crop, adjustments: fill.adjustments } }),
      });
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : undefined);
    }
  };

  return (
    <div className="tool-controls">
      <p className="tool-hint">{isDone ? 'This version is 4K already.' : offer.hint}</p>
      {offer.tool === 'replace' && offer.services.length > 1 && (
        <Button
          variant="quiet"
          aria-pressed={settings.byWords}
          onClick={() => change({ byWords: !settings.byWords })}
        >
          {settings.byWords ? 'Paint the area instead' : 'Name the thing instead'}
        </Button>
      )}
      <Suspense>
        {hasMask(settings) && <Painting {...props} />}
        {offer.tool === 'move' && <MoveTool {...props} />}
      </Suspense>
      <WordControls settings={settings} change={change} />
      {problem !== undefined && (
        <p className="finish-problem" role="alert">
          {problem}
        </p>
      )}
      <EditAction
        userId={userId}
        action={offer.action}
        cost={findCost(offer, settings)}
        missing={isDone ? 'This version is 4K already.' : missing}
        onStart={() => void start()}
      />
    </div>
  );
}
