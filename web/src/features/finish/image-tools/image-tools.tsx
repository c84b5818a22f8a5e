import { lazy, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { useEditedImage } from './image-context.ts';
import { useToolSettings } from './use-image-tools.ts';
import { isRunning } from '../../../generations/generation.ts';
import { listOffers, needsName } from './offers.ts';
import type { Offer } from './offers.ts';
import type { Tool } from './tool-settings.ts';
import { findEdit } from './versions.ts';
import { EarlyAccess } from '../../../ui/early-access.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useAcceptSuggestion } from './use-accept-suggestion.ts';
import { ActiveTool, useLoadedTools } from './active-tool.tsx';
import { EditProgress } from './edit-progress.tsx';
import { TOOL_ICONS } from './tool-icons.tsx';
import { VersionStrip } from './version-strip.tsx';
import './image-tools.css';

const AskField = lazy(() => import('./ask-field.tsx'));

/** Changes the image itself: the tools, the edit that is being made, and the versions. */
export default function ImageTools() {
  const { thumbnail, offers: offered } = useFinishPage();
  const { editServices } = offered;
  const { editor } = useEditedDesign();
  const { picture, imageTools } = useEditedImage();
  const { store, change, versions, edits } = imageTools;
  const acceptSuggestion = useAcceptSuggestion();
  const settings = useToolSettings(store);
  const { tool } = settings;
  const offers = listOffers(editServices);
  const offer = offers.find((each) => each.tool === tool);
  useLoadedTools();
  const isUpscaled = findEdit(versions.list, editor.design.image)?.operation.kind === 'upscale';

  return (
    <>
      <section className="image-tools" aria-label="Change the image">
        {offered.isEditingEarly && <EarlyAccess />}
        <LazyPart>
          {offered.hasTextModel && (
            <AskField
              thumbnailId={thumbnail.id}
              services={editServices}
              disabled={edits.isBusy || !versions.isLoaded}
              onAccept={acceptSuggestion}
            />
          )}
        </LazyPart>
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
        {edits.shown.map((edit) => (
          <EditProgress key={edit.id} edits={edits} current={edit} />
        ))}
        {edits.shown.length === 0 &&
          offer &&
          (versions.isLoaded ? (
            <ActiveTool settings={settings} offer={offer} isUpscaled={isUpscaled} />
          ) : (
            <p className="tool-hint">The tool waits for the image of this version.</p>
          ))}
        <VersionStrip />
      </section>
      {picture &&
        edits.shown.some(isRunning) &&
        createPortal(<div className="edit-shimmer" aria-hidden="true" />, picture)}
    </>
  );
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
