import { useRef } from 'react';
import type { PointerEvent, Ref } from 'react';
import { flushSync } from 'react-dom';
import type { Layer } from '#contract/design/design.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import {
  CutoutIcon,
  GripIcon,
  HiddenIcon,
  LockIcon,
  PictureIcon,
  SHAPE_ICONS,
  TextIcon,
  UnlockedIcon,
  VisibleIcon,
} from '../editor/icons.tsx';
import { useReorder } from './use-reorder.ts';
import { LayerNameField } from './layer-name-field.tsx';

/** The layers from front to back, and the image behind them. */
export function LayerList({ ref }: { ref: Ref<HTMLOListElement> }) {
  const { openTab } = useFinishPage();
  const { editor } = useEditedDesign();
  return (
    <ol ref={ref} className="layer-list" tabIndex={-1} aria-label="Layers, from the front" data-layers>
      {editor.design.layers.toReversed().map((layer) => (
        <LayerRow key={layer.id} layer={layer} />
      ))}
      <li>
        <button type="button" className="bare-button" onClick={() => openTab('image')}>
          <PictureIcon />
          <span>The image</span>
        </button>
      </li>
    </ol>
  );
}

function LayerIcon({ layer }: { layer: Layer }) {
  const { list } = useEditedDesign().cutouts;
  if (layer.kind === 'text') return <TextIcon />;
  if (layer.kind === 'shape') {
    const ShapeIcon = SHAPE_ICONS[layer.shape];
    return <ShapeIcon />;
  }
  const picture =
    list.status === 'success' ? list.data.find(({ id }) => id === layer.cutoutId)?.url : undefined;
  if (picture !== undefined) return <img src={picture} alt="" width="24" height="24" />;
  return layer.isPicture ? <PictureIcon /> : <CutoutIcon />;
}

function LayerRow({ layer }: { layer: Layer }) {
  const { editor, onLayerKeyDown, renamed, rename } = useEditedDesign();
  const row = useRef<HTMLLIElement>(null);
  const name = editor.nameLayer(layer);
  const isSelected = layer.id === editor.selected?.id;
  const endRenaming = (isLeft: boolean) => {
    if (isLeft) {
      rename(undefined);
      return;
    }
    flushSync(() => rename(undefined));
    row.current?.querySelector('button')?.focus();
  };
  return (
    <li ref={row} aria-current={isSelected} data-hidden={layer.hidden === true}>
      {layer.id === renamed ? (
        <span className="layer-renamed">
          <LayerIcon layer={layer} />
          <LayerNameField layer={layer} onEnd={endRenaming} />
        </span>
      ) : (
        <button
          type="button"
          className="bare-button"
          data-layer={layer.id}
          onClick={() => editor.select(layer.id)}
          onDoubleClick={() => rename(layer.id)}
          onKeyDown={(event) => onLayerKeyDown(event, layer)}
        >
          <LayerIcon layer={layer} />
          <bdi>{name}</bdi>
          {layer.hidden && !isSelected && <HiddenIcon />}
          {layer.locked && !isSelected && <LockIcon />}
        </button>
      )}
      {isSelected && layer.id !== renamed && <RowTools layer={layer} name={name} />}
    </li>
  );
}

/** Hides, locks and moves the selected layer. */
function RowTools({ layer, name }: { layer: Layer; name: string }) {
  const { editor } = useEditedDesign();
  return (
    <>
      <IconButton
        aria-label={`Hide ${name}`}
        title="Hide"
        aria-pressed={layer.hidden === true}
        onClick={() => editor.update(layer.id, { hidden: !layer.hidden })}
      >
        {layer.hidden ? <HiddenIcon /> : <VisibleIcon />}
      </IconButton>
      <IconButton
        aria-label={`Lock ${name}`}
        title="Lock"
        aria-pressed={layer.locked === true}
        onClick={() => editor.update(layer.id, { locked: !layer.locked })}
      >
        {layer.locked ? <LockIcon /> : <UnlockedIcon />}
      </IconButton>
      <Grip layer={layer} name={name} />
    </>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** Moves a layer in the list with the pointer or the arrow keys. */
function Grip({ layer, name }: { layer: Layer; name: string }) {
  const { editor } = useEditedDesign();
  const reorder = useReorder();
  /** The y of the pointer at which the layer was last moved, and the gesture. */
  const drag = useRef<{ y: number; gesture: string }>(undefined);
  const move = ({ clientY, currentTarget }: PointerEvent) => {
    const { current } = drag;
    if (!current) return;
    const row = currentTarget.closest('li')?.offsetHeight ?? 0;
    const steps = Math.trunc((current.y - clientY) / Math.max(row, 1));
    if (steps === 0) return;
    current.y -= steps * row;
    reorder(layer, steps, current.gesture);
  };
  const end = () => {
    if (drag.current) editor.endGesture();
    drag.current = undefined;
  };
  return (
    <IconButton
      className="icon-button layer-grip"
      aria-label={`Move ${name} in the list`}
      title="Drag, or press the arrow keys"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { y: event.clientY, gesture: `order ${event.timeStamp}` };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const steps = STEPS[event.key];
        if (steps === undefined) return;
        event.preventDefault();
        reorder(layer, steps);
      }}
    >
      <GripIcon />
    </IconButton>
  );
}
