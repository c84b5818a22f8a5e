import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useFinishPage } from '../../hooks/finish-context.ts';
import type { Finish } from '../../hooks/use-finish.ts';
import { useToolSettings } from '../../hooks/image-tools/use-image-tools.ts';
import type { EditOperation } from '#contract/endpoints/edit-schemas.ts';
import { isRunning } from '../../../../generations/generation.ts';
import type { EditInput } from '../../../../generations/generation.ts';
import { applyChanges } from '../../model/ask/apply-changes.ts';
import AskField from '../ask/ask-field.tsx';
import type { Suggested } from '../ask/ask-field.tsx';
import { imageSize } from '../../../../lib/render/finished-image.ts';
import { listOffers, needsName } from '../../model/image-tools/offers.ts';
import type { Offer } from '../../model/image-tools/offers.ts';
import { mirror, placeWithin, planFill } from '../../model/image-tools/placement.ts';
import type { Tool } from '../../model/image-tools/tool-settings.ts';
import { findEdit } from '../../model/image-tools/versions.ts';
import { EarlyAccess } from '../../../../ui/early-access.tsx';
import { ActiveTool, useLoadedTools } from './active-tool.tsx';
import { EditProgress } from './edit-progress.tsx';
import { TOOL_ICONS } from '../tool-icons.tsx';
import { CompareOverlay, VersionStrip } from './version-strip.tsx';
import './image-tools.css';

/** Changes the image itself: the tools, the edit that is being made, and the versions. */
export default function ImageTools() {
  const page = useFinishPage();
  const { editor, thumbnail, editServices } = page;
  const { picture } = page.actions;
  const { store, change, versions, edits } = page.imageTools;
  const settings = useToolSettings(store);
  const { tool } = settings;
  const offers = listOffers(editServices);
  const offer = offers.find((each) => each.tool === tool);
  useLoadedTools();
  const isUpscaled = findEdit(versions.list, editor.design.image)?.operation.kind === 'upscale';

  return (
    <>
      <section className="image-tools" aria-label="Change the image">
        {page.isEditingEarly && <EarlyAccess />}
        {page.hasTextModel && (
          <AskField
            thumbnailId={thumbnail.id}
            services={editServices}
            disabled={edits.isBusy || !versions.isLoaded}
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
        {edits.current ? (
          <EditProgress edits={edits} current={edits.current} />
        ) : (
          offer &&
          (versions.isLoaded ? (
            <ActiveTool settings={settings} offer={offer} isUpscaled={isUpscaled} />
          ) : (
            <p className="tool-hint">The tool waits for the image of this version.</p>
          ))
        )}
        <VersionStrip compared={settings.compared} />
      </section>
      {picture &&
        edits.current &&
        isRunning(edits.current) &&
        createPortal(<div className="edit-shimmer" aria-hidden="true" />, picture)}
      {picture && tool === undefined && <CompareOverlay picture={picture} compared={settings.compared} />}
    </>
  );
}

/** Starts what a sentence asked for. What has to be painted opens its tool, and a change of the text costs nothing. */
function acceptSuggestion(suggestion: Suggested, { thumbnail, editor, imageTools, finished }: Finish) {
  const { design, selected } = editor;
  const { versions, edits, change } = imageTools;
  const start = (operation: EditOperation, shows?: EditInput['shows']) =>
    void edits.start(() => ({
      baseId: versions.base?.id ?? thumbnail.id,
      operation,
      ...(shows && { shows }),
    }));
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
            <span>{offer.label}</span>
          </button>
        );
      })}
    </div>
  );
}
