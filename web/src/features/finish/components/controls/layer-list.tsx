import type { Ref } from 'react';
import type { Layer } from '../../../../../../contract/design.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { Cutouts } from '../../hooks/use-cutouts.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import { BackwardIcon, CutoutIcon, ForwardIcon, TextIcon } from '../icons.tsx';
import { layerName } from '../../model/design/edit-design.ts';

interface LayerListProps {
  ref: Ref<HTMLOListElement>;
  editor: Editor;
  cutouts: Cutouts['list'];
}

/** The layers from front to back, and the image behind them. */
export function LayerList({ ref, editor, cutouts }: LayerListProps) {
  const { layers } = editor.design;
  const findPicture = (layer: Layer) =>
    layer.kind === 'cutout' && cutouts.status === 'success'
      ? cutouts.data.find(({ id }) => id === layer.cutoutId)?.url
      : undefined;
  return (
    <ol ref={ref} className="layer-list" tabIndex={-1} aria-label="Layers, from the front">
      {layers.toReversed().map((layer) => (
        <LayerRow
          key={layer.id}
          layer={layer}
          picture={findPicture(layer)}
          isSelected={layer.id === editor.selected?.id}
          isFirst={layer === layers.at(-1)}
          isLast={layer === layers[0]}
          editor={editor}
        />
      ))}
      <li className="layer-list-image">The image</li>
    </ol>
  );
}

interface LayerRowProps {
  layer: Layer;
  /** The URL of its cut-out. */
  picture: string | undefined;
  isSelected: boolean;
  isFirst: boolean;
  isLast: boolean;
  editor: Editor;
}

function LayerRow({ layer, picture, isSelected, isFirst, isLast, editor }: LayerRowProps) {
  const name = layerName(layer, editor.design.layers);
  return (
    <li aria-current={isSelected}>
      <button type="button" onClick={() => editor.select(layer.id)}>
        {picture !== undefined ? (
          <img src={picture} alt="" width="24" height="24" />
        ) : layer.kind === 'text' ? (
          <TextIcon />
        ) : (
          <CutoutIcon />
        )}
        <span>{name}</span>
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
