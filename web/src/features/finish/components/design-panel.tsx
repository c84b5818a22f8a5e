import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Layer } from '../../../../../contract/design.ts';
import { SHAPES } from '../../../../../contract/design-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LayerControls } from './controls/layer-controls.tsx';
import { LayerList } from './controls/layer-list.tsx';
import type { Cutouts } from '../hooks/use-cutouts.ts';
import type { Editor } from '../hooks/use-editor.ts';
import type { LayerKeys } from '../hooks/use-layer-keys.ts';
import {
  BrandIcon,
  CopyIcon,
  HiddenIcon,
  LockIcon,
  PlusIcon,
  SHAPE_ICONS,
  TrashIcon,
  UnlockedIcon,
  VisibleIcon,
} from './icons.tsx';
import { createShapeLayer } from '../model/design/new-layers.ts';
import { findLimit, kindName, layerName } from '../model/design/edit-design.ts';

interface DesignPanelProps {
  editor: Editor;
  cutouts: Cutouts;
  /** The field with the words of the selected text. */
  words: RefObject<HTMLTextAreaElement | null>;
  onKeyDown: LayerKeys;
  onAddText: () => void;
  /** Undefined where the stage makes no cut-outs and the account has none. */
  onAddCutout: (() => void) | undefined;
  onAddPicture: () => void;
  onOpenImage: () => void;
  /** Undefined while the brand cannot be read. */
  onSaveLayout: (() => void) | undefined;
  onShowShortcuts: () => void;
  /** Of titles and headlines. */
  suggestions: ReactNode;
}

/** The layers, and the controls of the selected one. */
export function DesignPanel(props: DesignPanelProps) {
  const { editor, cutouts, words, onKeyDown, onAddText, onAddCutout, onAddPicture } = props;
  const { onOpenImage, onShowShortcuts } = props;
  const { design, selected } = editor;
  const list = useRef<HTMLOListElement>(null);
  const [textLimit, layerLimit] = [findLimit(design, 'text'), findLimit(design, 'shape')];
  return (
    <div className="design-panel" data-edits-design>
      <section aria-labelledby="layers-title">
        <div className="rail-head">
          <h2 id="layers-title">Layers</h2>
          <Button variant="quiet" disabled={textLimit !== undefined} onClick={onAddText}>
            <PlusIcon /> Text
          </Button>
          {onAddCutout && (
            <Button
              variant="quiet"
              aria-label="Add a cut-out"
              disabled={layerLimit !== undefined}
              onClick={onAddCutout}
            >
              <PlusIcon /> Cut-out
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label="Add a picture"
            disabled={layerLimit !== undefined}
            onClick={onAddPicture}
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
                onClick={() => editor.add(layer)}
              >
                <ShapeIcon /> {kindName(layer)}
              </Button>
            );
          })}
        </div>
        <p className="rail-limit">{layerLimit ?? textLimit}</p>
        <LayerList
          ref={list}
          editor={editor}
          cutouts={cutouts.list}
          onKeyDown={onKeyDown}
          onOpenImage={onOpenImage}
        />
        <MoreActions {...props} />
      </section>
      {selected && (
        <SelectedLayer
          key={selected.id}
          editor={editor}
          layer={selected}
          cutouts={cutouts.bitmaps}
          words={words}
          onDelete={() => {
            list.current?.focus(); // The pressed button goes away with the layer.
            editor.remove(selected);
          }}
        />
      )}
      <Button variant="quiet" className="rail-shortcuts" onClick={onShowShortcuts}>
        Shortcuts <kbd>?</kbd>
      </Button>
    </div>
  );
}

type MoreActionsProps = Pick<DesignPanelProps, 'editor' | 'onSaveLayout' | 'suggestions'>;

/** Save as layout is absent without a layer, and while the brand cannot be read. */
const MoreActions = ({ editor, onSaveLayout, suggestions }: MoreActionsProps) => (
  <div className="rail-more">
    {editor.design.layers.length > 0 && onSaveLayout && (
      <Button variant="quiet" onClick={onSaveLayout}>
        <BrandIcon /> Save as layout
      </Button>
    )}
    {suggestions}
  </div>
);

interface SelectedLayerProps extends Pick<DesignPanelProps, 'editor' | 'words'> {
  layer: Layer;
  cutouts: Cutouts['bitmaps'];
  onDelete: () => void;
}

function SelectedLayer({ editor, layer, cutouts, words, onDelete }: SelectedLayerProps) {
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
      <LayerControls
        layer={layer}
        cutouts={cutouts}
        words={words}
        onChange={(changes, field) => editor.update(layer.id, changes, field)}
      />
    </section>
  );
}
