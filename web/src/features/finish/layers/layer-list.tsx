import type { Ref } from 'react';
import type { Layer } from '#contract/design/design.ts';
import type { Shape } from '#contract/design/design-limits.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import {
  BackwardIcon,
  CutoutIcon,
  ForwardIcon,
  HiddenIcon,
  LockIcon,
  PictureIcon,
  SHAPE_ICONS,
  TextIcon,
} from '../editor/icons.tsx';
import { layerName } from '../editor/edit-design.ts';

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
          The image
        </button>
      </li>
    </ol>
  );
}

function ShapeIcon({ shape }: { shape: Shape }) {
  const Icon = SHAPE_ICONS[shape];
  return <Icon />;
}

function LayerRow({ layer }: { layer: Layer }) {
  const { editor, cutouts, onLayerKeyDown } = useEditedDesign();
  const { layers } = editor.design;
  const picture =
    layer.kind === 'cutout' && cutouts.list.status === 'success'
      ? cutouts.list.data.find(({ id }) => id === layer.cutoutId)?.url
      : undefined;
  const name = layerName(layer, layers);
  const [isFirst, isLast] = [layer === layers.at(-1), layer === layers[0]];
  return (
    <li aria-current={layer.id === editor.selected?.id} data-hidden={layer.hidden === true}>
      <button
        type="button"
        className="bare-button"
        data-layer={layer.id}
        onClick={() => editor.select(layer.id)}
        onKeyDown={(event) => onLayerKeyDown(event, layer)}
      >
        {picture !== undefined ? (
          <img src={picture} alt="" width="24" height="24" />
        ) : layer.kind === 'text' ? (
          <TextIcon />
        ) : layer.kind === 'shape' ? (
          <ShapeIcon shape={layer.shape} />
        ) : layer.isPicture ? (
          <PictureIcon />
        ) : (
          <CutoutIcon />
        )}
        <span dir="auto">{name}</span>
        {layer.hidden && <HiddenIcon />}
        {layer.locked && <LockIcon />}
      </button>
      {/* A disabled button would lose the focus at the end of the list. */}
      <IconButton
        aria-label={`Bring ${name} forward`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && editor.reorder(layer, 1)}
      >
        <ForwardIcon />
      </IconButton>
      <IconButton
        aria-label={`Send ${name} backward`}
        aria-disabled={isLast}
        onClick={() => !isLast && editor.reorder(layer, -1)}
      >
        <BackwardIcon />
      </IconButton>
    </li>
  );
}
