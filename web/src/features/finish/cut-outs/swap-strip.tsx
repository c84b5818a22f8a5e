import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { CutoutLayer } from '#contract/design/design.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { createIcon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/select.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { cutoutLabel } from '../editor/list-choices.ts';
import { FigureImage } from './figure-image.tsx';
import { placeStrip } from './place-strip.ts';
import { useSwapChoices } from './use-swap-choices.ts';
import './swap-strip.css';

const PreviousIcon = createIcon('M14.5 6l-6 6 6 6');
const NextIcon = createIcon('M9.5 6l6 6-6 6');

/** The other cut-outs of a layer, beside the layer. Each press and each arrow key shows one of them in its place. */
export default function SwapStrip({ layer }: { layer: CutoutLayer }) {
  const { editor, cutouts } = useEditedDesign();
  const choices = useSwapChoices(layer);
  const strip = useRef<HTMLDivElement>(null);
  // The strip stays where it is while the layer changes.
  const [style] = useState(() => placeStrip(layer, cutouts.bitmaps));
  useStripFocus(strip, layer.id);
  useStripKeys(strip, choices);
  const { status, persons, person, hasPersonChoice } = choices;
  const hasOthers = choices.choices.length > 0;
  return (
    <div
      ref={strip}
      className="swap-strip"
      style={style}
      role="group"
      aria-label={`Cut-outs for ${editor.nameLayer(layer)}`}
      tabIndex={-1}
    >
      {hasPersonChoice && persons.length > 0 && (
        <PersonSelect persons={persons} person={person} onChange={choices.choosePerson} />
      )}
      <div className="swap-row">
        <IconButton
          aria-label="Previous cut-out"
          title="Previous"
          aria-disabled={!hasOthers}
          onClick={() => choices.step(-1)}
        >
          <PreviousIcon />
        </IconButton>
        <SwapTiles {...choices} />
        <IconButton
          aria-label="Next cut-out"
          title="Next"
          aria-disabled={!hasOthers}
          onClick={() => choices.step(1)}
        >
          <NextIcon />
        </IconButton>
      </div>
      {!hasOthers && <SwapNote status={status} onRetry={cutouts.retry} />}
    </div>
  );
}

function SwapNote({ status, onRetry }: { status: 'pending' | 'error' | 'success'; onRetry: () => void }) {
  if (status === 'pending') return <p>Loading your cut-outs...</p>;
  if (status === 'success') return <p>You have no cut-outs to choose from. Add one with Add.</p>;
  return (
    <p>
      <span>Your cut-outs could not be loaded.</span>{' '}
      <Button variant="brand" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

interface PersonSelectProps {
  persons: readonly string[];
  person: string | undefined;
  onChange: (person: string | undefined) => void;
}

/** The value for all cut-outs. No person has it, because the name of a person is not empty. */
const ALL = '';

/** Chooses one person, or all cut-outs. */
const PersonSelect = ({ persons, person, onChange }: PersonSelectProps) => (
  <Select
    label="Person"
    value={person ?? ALL}
    options={[[ALL, 'All cut-outs'], ...persons.map((each) => [each, each] as const)]}
    onChange={(value) => onChange(value === ALL ? undefined : value)}
  />
);

type SwapTilesProps = Pick<
  ReturnType<typeof useSwapChoices>,
  'choices' | 'currentId' | 'isMissing' | 'lose' | 'choose'
>;

/** One choice for each cut-out. The arrow keys step through them, as in every group of radio buttons. */
function SwapTiles({ choices, currentId, isMissing, lose, choose }: SwapTilesProps) {
  const name = useId();
  return (
    <div className="swap-tiles" role="radiogroup" aria-label="Cut-outs">
      {choices.map((cutout, index) => (
        <SwapTile
          key={cutout.id}
          group={name}
          cutout={cutout}
          label={cutoutLabel(cutout, index)}
          isChosen={cutout.id === currentId}
          isMissing={isMissing(cutout.id)}
          onLost={() => lose(cutout.id)}
          onChoose={() => choose(cutout)}
        />
      ))}
    </div>
  );
}

interface SwapTileProps {
  /** The name of the group of radio buttons. */
  group: string;
  cutout: Cutout;
  label: string;
  isChosen: boolean;
  isMissing: boolean;
  onLost: () => void;
  onChoose: () => void;
}

function SwapTile({ group, cutout, label, isChosen, isMissing, onLost, onChoose }: SwapTileProps) {
  const tile = useRef<HTMLLabelElement>(null);
  useEffect(() => {
    if (isChosen) tile.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isChosen]);
  return (
    <label ref={tile} className="swap-tile" title={label} data-missing={isMissing}>
      <input
        type="radio"
        name={group}
        aria-label={isMissing ? `${label}, missing` : label}
        checked={isChosen}
        disabled={isMissing}
        onChange={onChoose}
      />
      <span className="swap-picture" aria-hidden="true">
        {isMissing ? <span>Missing</span> : <FigureImage src={cutout.url} alt="" onError={onLost} />}
      </span>
      <bdi aria-hidden="true">{label}</bdi>
    </label>
  );
}

/** Moves the focus to the shown cut-out, and back at the end. */
function useStripFocus(strip: RefObject<HTMLElement | null>, layerId: string): void {
  useEffect(() => {
    const { current } = strip;
    const opener = document.activeElement;
    const radio =
      current?.querySelector<HTMLElement>('input:checked:not([disabled])') ??
      current?.querySelector<HTMLElement>('input:not([disabled])');
    (radio ?? current)?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement !== document.body && !current?.contains(document.activeElement)) return;
      const frame = document.querySelector<HTMLElement>(`.design-frame [data-layer="${layerId}"]`);
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
      else frame?.focus();
    };
  }, []);
}

/** Escape restores the cut-out from before, wherever the focus is. Enter in the strip keeps the chosen one. */
function useStripKeys(
  strip: RefObject<HTMLElement | null>,
  { keep, restore }: Pick<ReturnType<typeof useSwapChoices>, 'keep' | 'restore'>,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isKeep =
      event.key === 'Enter' &&
      event.target instanceof HTMLInputElement &&
      strip.current?.contains(event.target);
    if (event.key !== 'Escape' && isKeep !== true) return;
    if (document.querySelector('dialog[open], :popover-open') !== null) return;
    event.preventDefault();
    event.stopPropagation();
    if (isKeep === true) keep();
    else restore();
  });
  useEffect(() => {
    const gone = new AbortController();
    // Before the keys of the selected layer, which Escape would deselect.
    document.addEventListener('keydown', (event) => onKeyDown(event), { capture: true, signal: gone.signal });
    return () => gone.abort();
  }, []);
}
