import type { Ref } from 'react';
import type { Layer } from '../../../../../../contract/design.ts';
import type { Shape } from '../../../../../../contract/design-limits.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { Cutouts } from '../../hooks/use-cutouts.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import type { LayerKeys } from '../../hooks/use-layer-keys.ts';
import {
  BackwardIcon,
  CutoutIcon,
  ForwardIcon,
  HiddenIcon,
  LockIcon,
  PictureIcon,
  SHAPE_ICONS,
  TextIcon,
} from '../icons.tsx';
import { layerName } from '../../model/design/edit-design.ts';

interface LayerListProps {
  ref: Ref<HTMLOListElement>;
  editor: Editor;
  cutouts: Cutouts['list'];
  onKeyDown: LayerKeys;
  onOpenImage: () => void;
}

/** The layers from front to back, and the image behind them. */
export function LayerList({ ref, editor, cutouts, onKeyDown, onOpenImage }: LayerListProps) {
  const { layers } = editor.design;
  const findPicture = (layer: Layer) =>
    layer.kind === 'cutout' && cutouts.status === 'success'
      ? cutouts.data.find(({ id }) => id === layer.cutoutId)?.url
      : undefined;
  return (
    <ol ref={ref} className="layer-list" tabIndex={-1} aria-label="Layers, from the front" data-layers>
      {layers.toReversed().map((layer) => (
        <LayerRow
          key={layer.id}
          layer={layer}
          picture={findPicture(layer)}
          editor={editor}
          onKeyDown={onKeyDown}
        />
      ))}
      <li className="layer-list-image">
        <button type="button" onClick={onOpenImage}>
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

interface LayerRowProps {
  layer: Layer;
  /** The URL of its cut-out. */
  picture: string | undefined;
  editor: Editor;
  onKeyDown: LayerKeys;
}

function LayerRow({ layer, picture, editor, onKeyDown }: LayerRowProps) {
  const { layers } = editor.design;
  const name = layerName(layer, layers);
  const [isFirst, isLast] = [layer === layers.at(-1), layer === layers[0]];
  return (
    <li aria-current={layer.id === editor.selected?.id} data-hidden={layer.hidden === true}>
      <button
        type="button"
        data-layer={layer.id}
        onClick={() => editor.select(layer.id)}
        onKeyDown={(event) => onKeyDown(event, layer)}
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
