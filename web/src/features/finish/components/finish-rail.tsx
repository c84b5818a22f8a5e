import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Layer } from '../../../../../contract/design.ts';
import { Button } from '../../../ui/button.tsx';
import { LayerControls } from './controls/layer-controls.tsx';
import { LayerList } from './controls/layer-list.tsx';
import type { Cutouts } from '../hooks/use-cutouts.ts';
import type { Editor } from '../hooks/use-editor.ts';
import { CopyIcon, PlusIcon, TrashIcon } from './icons.tsx';
import { hasRoomFor, layerName } from '../model/design/edit-design.ts';
import { createTextLayer } from '../model/design/new-layers.ts';
import './controls/controls.css';

interface FinishRailProps {
  editor: Editor;
  cutouts: Cutouts['list'];
  /** Beside the button that adds text. */
  children: ReactNode;
}

/** The layers, and the controls of the selected one. */
export function FinishRail({ editor, cutouts, children }: FinishRailProps) {
  const { design, selected } = editor;
  const list = useRef<HTMLOListElement>(null);
  return (
    <div className="finish-rail">
      <section aria-labelledby="layers-title">
        <div className="rail-head">
          <h2 id="layers-title">Layers</h2>
          <Button
            variant="quiet"
            disabled={!hasRoomFor(design, 'text')}
            onClick={() => editor.add(createTextLayer())}
          >
            <PlusIcon /> Text
          </Button>
          {children}
        </div>
        <LayerList ref={list} editor={editor} cutouts={cutouts} />
      </section>
      {selected && (
        <SelectedLayer
          key={selected.id}
          editor={editor}
          layer={selected}
          onDelete={() => {
            list.current?.focus(); // The pressed button goes away with the layer.
            editor.remove(selected);
          }}
        />
      )}
    </div>
  );
}

interface SelectedLayerProps {
  editor: Editor;
  layer: Layer;
  onDelete: () => void;
}

function SelectedLayer({ editor, layer, onDelete }: SelectedLayerProps) {
  return (
    <section aria-label={`Settings of ${layerName(layer, editor.design.layers)}`}>
      <div className="rail-head">
        <h2>{layer.kind === 'text' ? 'Text' : 'Cut-out'}</h2>
        <Button
          variant="quiet"
          disabled={!hasRoomFor(editor.design, layer.kind)}
          onClick={() => editor.duplicate(layer)}
        >
          <CopyIcon /> Duplicate
        </Button>
        <Button variant="quiet" onClick={onDelete}>
          <TrashIcon /> Delete
        </Button>
      </div>
      <LayerControls layer={layer} onChange={(changes, field) => editor.update(layer.id, changes, field)} />
    </section>
  );
}
