import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { CutoutLayer, Layer } from '#contract/design/design.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { alignLayer, layerSize } from '../editor/layer-box.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { BackwardIcon, EDGE_ICONS, ForwardIcon } from '../editor/icons.tsx';
import { NumberField } from '../editor/number-field.tsx';
import { useReorder } from './use-reorder.ts';

export interface LayerControlsProps<Kind extends Layer> {
  layer: Kind;
  /** `field` names the gesture: changes of one field are undone together. */
  onChange: (changes: LayerChanges, field: string) => void;
}

const EDGES = [
  { edge: 'left', label: 'Align to the left of the frame' },
  { edge: 'center', label: 'Centre in the width of the frame' },
  { edge: 'right', label: 'Align to the right of the frame' },
  { edge: 'top', label: 'Align to the top of the frame' },
  { edge: 'middle', label: 'Centre in the height of the frame' },
  { edge: 'bottom', label: 'Align to the bottom of the frame' },
] as const;

/** Aligns a layer with the frame. */
export function AlignControls({ layer, onChange }: LayerControlsProps<Layer>) {
  const { bitmaps } = useEditedDesign().cutouts;
  return (
    <div className="control-row">
      <span aria-hidden="true">Align</span>
      <div className="control-edges" role="group" aria-label="Align to the frame">
        {EDGES.map(({ edge, label }) => {
          const EdgeIcon = EDGE_ICONS[edge];
          return (
            <IconButton
              key={edge}
              aria-label={label}
              title={label}
              onClick={() => onChange(alignLayer(layer, edge, bitmaps), `align ${edge}`)}
            >
              <EdgeIcon />
            </IconButton>
          );
        })}
      </div>
    </div>
  );
}

const { outside, frameWidth, frameHeight, layerWidth, layerHeight } = DESIGN_LIMITS;

const PLACE_FIELDS = [
  {
    field: 'x',
    label: 'X',
    name: 'X of the middle, from the left',
    least: -outside,
    most: frameWidth + outside,
  },
  {
    field: 'y',
    label: 'Y',
    name: 'Y of the middle, from the top',
    least: -outside,
    most: frameHeight + outside,
  },
  { field: 'width', label: 'W', name: 'Width', ...layerWidth },
  { field: 'rotation', label: '°', name: 'Turn, in degrees', least: -180, most: 180 },
] as const;

/**
 * Sets the position of the center of a layer in pixels of a 1280 x 720 image, its size and its rotation. The size of a cut-out is its
 * height, because a creator compares persons by their heights.
 */
export function PlaceControls({ layer, onChange }: LayerControlsProps<Layer>) {
  return (
    <div className="control-place">
      {PLACE_FIELDS.map(({ field, ...labelled }) =>
        field === 'width' && layer.kind === 'cutout' ? (
          <HeightField key={field} layer={layer} onChange={onChange} />
        ) : (
          <NumberField
            key={field}
            {...labelled}
            value={layer[field]}
            onChange={(value) => onChange({ [field]: value }, field)}
          />
        ),
      )}
      {layer.kind === 'shape' && (
        <NumberField
          label="H"
          name="Height"
          {...layerHeight}
          value={layer.height}
          onChange={(height) => onChange({ height }, 'height')}
        />
      )}
    </div>
  );
}

/** The height of a cut-out, which its width follows. */
function HeightField({ layer, onChange }: LayerControlsProps<CutoutLayer>) {
  const { bitmaps } = useEditedDesign().cutouts;
  const { width, height } = layerSize(layer, bitmaps);
  const ratio = height / width;
  return (
    <NumberField
      label="H"
      name="Height"
      least={Math.ceil(layerWidth.least * ratio)}
      most={Math.floor(layerWidth.most * ratio)}
      value={height}
      onChange={(value) => onChange({ width: value / ratio }, 'height')}
    />
  );
}

/** Moves a layer in front of the layer before it, or behind the next one. */
export function OrderControls({ layer }: { layer: Layer }) {
  const { editor } = useEditedDesign();
  const reorder = useReorder();
  const { layers } = editor.design;
  const name = editor.nameLayer(layer);
  const [isFirst, isLast] = [layer.id === layers.at(-1)?.id, layer.id === layers[0]?.id];
  return (
    <div className="control-row">
      <span aria-hidden="true">Order</span>
      {/* A disabled button would lose the focus at the end of the list. */}
      <div className="control-toggles">
        <Button
          variant="outline"
          aria-label={`Bring ${name} forward`}
          aria-disabled={isFirst}
          onClick={() => !isFirst && reorder(layer, 1)}
        >
          <ForwardIcon /> Forward
        </Button>
        <Button
          variant="outline"
          aria-label={`Send ${name} backward`}
          aria-disabled={isLast}
          onClick={() => !isLast && reorder(layer, -1)}
        >
          <BackwardIcon /> Backward
        </Button>
      </div>
    </div>
  );
}
