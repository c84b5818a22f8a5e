import { useRef, useState } from 'react';
import type { Design, Layer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { automaticName, findLayer, layerName, updateLayer } from '../editor/edit-design.ts';

interface LayerNameFieldProps {
  layer: Layer;
  /** `isLeft`: the focus has moved elsewhere by itself. */
  onEnd: (isLeft: boolean) => void;
}

/** The name of a layer. An empty field gives the layer its automatic name back, which the field shows meanwhile. */
export function LayerNameField({ layer, onEnd }: LayerNameFieldProps) {
  const { editor } = useEditedDesign();
  const [name, setName] = useState(layer.name ?? '');
  /** The field also loses the focus when it goes away. */
  const hasEnded = useRef(false);
  /** Without a visible character, the layer gets its automatic name back. */
  const rename = () => {
    const edit = (design: Design) => updateLayer(design, layer.id, { name });
    editor.edit(edit, describeName(edit(editor.design), layer.id));
  };
  const end = (isKept: boolean, isLeft: boolean) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    if (isKept && name.trim() !== (layer.name ?? '')) rename();
    onEnd(isLeft);
  };
  return (
    <input
      className="layer-name"
      aria-label="Name of the layer"
      dir="auto"
      // The keys of undo belong to the words that are typed.
      data-own-undo
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The creator has asked for the field.
      autoFocus
      autoComplete="off"
      spellCheck={false}
      value={name}
      placeholder={automaticName(layer)}
      maxLength={DESIGN_LIMITS.layerNameLength}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setName(replaceControls(currentTarget.value))}
      onBlur={() => end(true, true)}
      onKeyDown={({ key, nativeEvent }) => {
        if (isComposing(nativeEvent)) return;
        if (key === 'Enter') end(true, false);
        if (key === 'Escape') end(false, false);
      }}
    />
  );
}

/** Says which name a layer shows after it was renamed. */
function describeName(design: Design, id: string): string {
  const layer = findLayer(design, id);
  return layer ? `The layer is called “${layerName(layer, design.layers)}”.` : '';
}
