import { useEffect, useEffectEvent } from 'react';
import { FONTS, SHAPES, TEXT_ALIGNMENTS } from '#contract/design/design-limits.ts';
import type { Layer, CutoutLayer, ShapeLayer, TextLayer } from '#contract/design/design.ts';
import { isBoolean, isNumber, isObjectOf, isOneOf, isString } from '../../../lib/guards.ts';
import { hasPastedText } from '../../../lib/has-pasted-text.ts';
import { isHeic } from '../../../lib/is-heic.ts';
import { isVideo } from '../../../lib/is-video.ts';
import { hasCommand, readKey } from '../../../lib/read-key.ts';

/** The clipboard keeps a layer under this type, so that it can be pasted on another thumbnail in another tab. */
const TYPE = 'application/x-thumbforge-layer';

const isPlaced = { x: isNumber, y: isNumber, width: isNumber, rotation: isNumber };

/** Checks the fields that are needed to draw a pasted layer. The server checks the other fields when the design is saved. */
const isText = isObjectOf<Pick<TextLayer, 'kind' | 'text' | 'font' | 'size' | 'weight' | 'color' | 'align'>>({
  kind: isOneOf('text'),
  ...isPlaced,
  text: isString,
  font: isOneOf(...FONTS),
  size: isNumber,
  weight: isNumber,
  color: isString,
  align: isOneOf(...TEXT_ALIGNMENTS),
});

const isCutout = isObjectOf<Pick<CutoutLayer, 'kind' | 'cutoutId' | 'flipped'>>({
  kind: isOneOf('cutout'),
  ...isPlaced,
  cutoutId: isString,
  flipped: isBoolean,
});

const isShape = isObjectOf<Pick<ShapeLayer, 'kind' | 'shape' | 'height' | 'color'>>({
  kind: isOneOf('shape'),
  ...isPlaced,
  shape: isOneOf(...SHAPES),
  height: isNumber,
  color: isString,
});

const isLayer = (value: unknown): value is Layer => isText(value) || isCutout(value) || isShape(value);

/** Other programs get the words of the layer. */
function copyToClipboard(clipboard: DataTransfer, layer: Layer): void {
  clipboard.setData(TYPE, JSON.stringify(layer));
  if (layer.kind === 'text') clipboard.setData('text/plain', layer.text);
}

/** @returns undefined when the clipboard has no layer */
function readClipboard(clipboard: DataTransfer): Layer | undefined {
  try {
    const layer: unknown = JSON.parse(clipboard.getData(TYPE));
    return isLayer(layer) ? layer : undefined;
  } catch {
    return undefined;
  }
}

interface PageActions {
  undo: () => void;
  redo: () => void;
  showShortcuts: () => void;
  /** The layer that the copy command copies. */
  selected: Layer | undefined;
  onCopy: (layer: Layer) => void;
  onPaste: (layer: Layer) => void;
  /** A picture or a video that was pasted, or dropped anywhere on the page. */
  onPicture: (file: File) => void;
}

/** The keys, the clipboard and the files that belong to no control of the page. Fields and dialogs keep their own. */
export function usePageKeys(actions: PageActions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = readKey(event);
    if (hasCommand(event) && (key === 'z' || key === 'y') && !hasOwnUndo(event.target)) {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) actions.redo();
      else actions.undo();
    } else if (key === '?' && !isField(event.target) && !isInDialog()) {
      event.preventDefault();
      actions.showShortcuts();
    }
  });

  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const { selected } = actions;
    const hasSelection = getSelection()?.isCollapsed === false;
    if (!selected || !event.clipboardData || hasSelection || isField(event.target) || isInDialog()) return;
    event.preventDefault();
    copyToClipboard(event.clipboardData, selected);
    actions.onCopy(selected);
  });

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!event.clipboardData || isField(event.target) || isInDialog()) return;
    const layer = readClipboard(event.clipboardData);
    const picture = hasPastedText(event.clipboardData) ? undefined : findPicture(event.clipboardData);
    if (!layer && !picture) return;
    event.preventDefault();
    if (layer) actions.onPaste(layer);
    else if (picture) actions.onPicture(picture);
  });

  /** Allows the drop. Otherwise the browser opens the dropped picture instead of the page. A file input handles its drops itself. */
  const onDrag = useEffectEvent((event: DragEvent) => {
    const isInput = event.target instanceof HTMLElement && event.target.matches('input[type=file]');
    if (event.dataTransfer?.types.includes('Files') && !isInput) event.preventDefault();
  });

  const onDrop = useEffectEvent((event: DragEvent) => {
    const picture = event.dataTransfer && findPicture(event.dataTransfer);
    onDrag(event);
    if (picture && !isInDialog()) actions.onPicture(picture);
  });

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    document.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    document.addEventListener('copy', (event) => onCopy(event), { signal });
    document.addEventListener('paste', (event) => onPaste(event), { signal });
    document.addEventListener('dragover', (event) => onDrag(event), { signal });
    document.addEventListener('drop', (event) => onDrop(event), { signal });
    return () => left.abort();
  }, []);
}

const findPicture = ({ files }: DataTransfer): File | undefined =>
  [...files].find((file) => file.type.startsWith('image/') || isHeic(file) || isVideo(file));

const isInDialog = (): boolean => document.querySelector('dialog[open]') !== null;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, input:not([type=range], [type=radio], [type=checkbox], [type=color])');

/** A field whose text is not part of the design, or not yet, and every dialog. */
const hasOwnUndo = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('[data-own-undo], :is(input, textarea, dialog *):not([data-edits-design] *)');
