import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { SHAPES } from '#contract/design/design-limits.ts';
import { PlusIcon, TrashIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LayerControls } from '../layers/layer-controls.tsx';
import { LayerList } from '../layers/layer-list.tsx';
import { useBrandKit } from '../brand/brand-context.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import {
  BrandIcon,
  CopyIcon,
  HiddenIcon,
  LockIcon,
  SHAPE_ICONS,
  UnlockedIcon,
  VisibleIcon,
} from '../editor/icons.tsx';
import { createShapeLayer } from '../editor/new-layers.ts';
import { findLimit, kindName, layerName } from '../editor/edit-design.ts';

interface SuggestionsProps {
  /** The control that suggests titles and headlines. */
  suggestions: ReactNode;
}

/** The layers, and the controls of the selected one. */
export default function DesignPanel({ suggestions }: SuggestionsProps) {
  const { offers, requestCutout, showShortcuts } = useFinishPage();
  const { editor, cutouts, place, addText } = useEditedDesign();
  const { design, selected } = editor;
  const hasCutouts = cutouts.list.status === 'success' && cutouts.list.data.length > 0;
  const list = useRef<HTMLOListElement>(null);
  const [textLimit, layerLimit] = [findLimit(design, 'text'), findLimit(design, 'shape')];
  return (
    <div className="design-panel" data-edits-design>
      <section aria-labelledby="layers-title">
        <div className="rail-head">
          <h2 id="layers-title">Layers</h2>
          <Button variant="quiet" aria-label="Add text" disabled={textLimit !== undefined} onClick={addText}>
            <PlusIcon /> Text
          </Button>
          {(offers.cutoutCost !== undefined || hasCutouts) && (
            <Button
              variant="quiet"
              aria-label="Add a cut-out"
              disabled={layerLimit !== undefined}
              onClick={() => requestCutout({})}
            >
              <PlusIcon /> Cut-out
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label="Add a picture"
            disabled={layerLimit !== undefined}
            onClick={() => requestCutout({ isPicture: true })}
          >
            <PlusIcon /> Picture
          </Button>
        </div>
        <div className="add-shapes" role="group" aria-label="Add a shape">
          {SHAPES.map((shape) => {
            const ShapeIcon = SHAPE_ICONS[shape];
            const layer = createShapeLayer(shape);
            return (
              <Button
                key={shape}
                variant="quiet"
                aria-label={`Add ${shape === 'arrow' ? 'an' : 'a'} ${shape}`}
                disabled={layerLimit !== undefined}
                onClick={() => place(layer)}
              >
                <ShapeIcon /> <span>{kindName(layer)}</span>
              </Button>
            );
          })}
        </div>
        <p className="rail-limit">{layerLimit ?? textLimit}</p>
        <LayerList ref={list} />
        <MoreActions suggestions={suggestions} />
      </section>
      {selected && (
        <SelectedLayer
          key={selected.id}
          layer={selected}
          onDelete={() => {
            list.current?.focus(); // The pressed button goes away with the layer.
            editor.remove(selected);
          }}
        />
      )}
      <Button variant="quiet" className="rail-shortcuts" onClick={() => showShortcuts(true)}>
        Shortcuts <kbd>?</kbd>
      </Button>
    </div>
  );
}

/** Save as layout is absent without a layer, and while the brand cannot be read. */
function MoreActions({ suggestions }: SuggestionsProps) {
  const { openLayouts } = useFinishPage();
  const { editor } = useEditedDesign();
  const brand = useBrandKit();
  return (
    <div className="rail-more">
      {editor.design.layers.length > 0 && brand && (
        <Button variant="quiet" onClick={() => openLayouts('save')}>
          <BrandIcon /> Save as layout
        </Button>
      )}
      {suggestions}
    </div>
  );
}

function SelectedLayer({ layer, onDelete }: { layer: Layer; onDelete: () => void }) {
  const { editor } = useEditedDesign();
  const name = layerName(layer, editor.design.layers);
  return (
    <section aria-label={`Settings of ${name}`}>
      <div className="rail-head">
        <h2>{kindName(layer)}</h2>
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
        <Button
          variant="quiet"
          aria-label={`Duplicate ${name}`}
          disabled={findLimit(editor.design, layer.kind) !== undefined}
          onClick={() => editor.duplicate(layer)}
        >
          <CopyIcon /> Duplicate
        </Button>
        <Button variant="quiet" aria-label={`Delete ${name}`} onClick={onDelete}>
          <TrashIcon /> Delete
        </Button>
      </div>
      <LayerControls layer={layer} onChange={(changes, field) => editor.update(layer.id, changes, field)} />
    </section>
  );
}
