import { useEffect, useReducer, useState } from 'react';
import type { Design, Layer } from '../../../../../contract/design.ts';
import {
  addLayer,
  copyLayer,
  findLayer,
  layerName,
  removeLayer,
  reorderLayer,
  updateLayer,
} from '../model/design/edit-design.ts';
import type { LayerChanges } from '../model/design/edit-design.ts';
import { reduceEditor, startEditing } from '../model/design/editor-state.ts';

/** Changes of one field that follow each other within this time are undone together. */
const GESTURE_PAUSE_MS = 1_000;

/** The design that is being edited, its selection, and what its controls do. Screen readers hear each announcement. */
export function useEditor(initial: Design) {
  const [state, dispatch] = useReducer(reduceEditor, initial, startEditing);
  const [announcement, setAnnouncement] = useState('');
  const { design, selectedId, gesture } = state;
  const selected = findLayer(design, selectedId);

  useEffect(() => {
    if (gesture === undefined) return;
    const timer = setTimeout(() => dispatch({ type: 'end-gesture' }), GESTURE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [design, gesture]);

  const add = (layer: Layer) => {
    dispatch({ type: 'change', edit: (before) => addLayer(before, layer), select: layer.id });
    setAnnouncement(`${layerName(layer, [...design.layers, layer])} added.`);
  };
  const getName = (layer: Layer) => layerName(layer, design.layers);

  return {
    design,
    selected,
    announcement,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    /** Replaces the design in one step of undo. Without a selection, its first text is selected. */
    change: (next: Design, said: string) => {
      const select = selectedId ?? next.layers.find(({ kind }) => kind === 'text')?.id;
      dispatch({ type: 'change', edit: () => next, ...(select !== undefined && { select }) });
      setAnnouncement(said);
    },
    /** Changes with the same gesture become one step of undo. */
    update: (id: string, changes: LayerChanges, gestureName: string) =>
      dispatch({
        type: 'change',
        edit: (before) => updateLayer(before, id, changes),
        gesture: `${gestureName} ${id}`,
      }),
    setCrop: (crop: number) =>
      dispatch({ type: 'change', edit: (before) => ({ ...before, crop }), gesture: 'crop' }),
    add,
    duplicate: (layer: Layer) => add(copyLayer(layer)),
    remove: (layer: Layer) => {
      dispatch({ type: 'change', edit: (before) => removeLayer(before, layer.id) });
      setAnnouncement(`${getName(layer)} deleted. Undo brings it back.`);
    },
    /** A positive number of steps brings the layer forward. */
    reorder: (layer: Layer, steps: number) => {
      dispatch({ type: 'change', edit: (before) => reorderLayer(before, layer.id, steps) });
      const { layers } = reorderLayer(design, layer.id, steps);
      const place = layers.length - layers.findIndex(({ id }) => id === layer.id);
      setAnnouncement(`${getName(layer)} is now layer ${place} of ${layers.length}, from the front.`);
    },
    select: (id: string | undefined) => dispatch({ type: 'select', id }),
    endGesture: () => dispatch({ type: 'end-gesture' }),
    announce: setAnnouncement,
    undo: () => {
      if (state.past.length === 0) return;
      dispatch({ type: 'undo' });
      setAnnouncement('Undone.');
    },
    redo: () => {
      if (state.future.length === 0) return;
      dispatch({ type: 'redo' });
      setAnnouncement('Redone.');
    },
    /** Replaces the design by another version. The steps before it cannot be undone. */
    load: (next: Design) => dispatch({ type: 'load', design: next }),
  };
}

export type Editor = ReturnType<typeof useEditor>;
