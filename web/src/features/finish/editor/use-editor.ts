import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Design, Layer } from '#contract/design/design.ts';
import { addLayer, copyLayer, findLayer, findLimit, removeLayer, updateLayer } from './edit-design.ts';
import { nameTitled } from './cutout-titles.ts';
import type { CutoutTitles } from './cutout-titles.ts';
import type { LayerChanges } from './edit-design.ts';
import { reduceEditor, startEditing } from './editor-state.ts';
import type { EditorAction, EditorState } from './editor-state.ts';
import type { Lens } from '../translations/lens.ts';

/** Changes of one field that follow each other within this time are undone together. */
const GESTURE_PAUSE_MS = 1_000;

const RELEASES = ['pointerup', 'pointercancel'] as const;

/** True while a pointer is pressed anywhere on the page. */
function usePressed(): RefObject<boolean> {
  const isPressed = useRef(false);
  useEffect(() => {
    const gone = new AbortController();
    const options = { capture: true, signal: gone.signal };
    addEventListener('pointerdown', () => (isPressed.current = true), options);
    for (const type of RELEASES) addEventListener(type, () => (isPressed.current = false), options);
    return () => gone.abort();
  }, []);
  return isPressed;
}

/** The name of the gesture that changes a cut-out while its other cut-outs are in view. It ends when they go out of view. */
export const SWAP_GESTURE = 'swap';

/** Ends a gesture after a pause. A hand that rests during its drag has not ended the drag. */
function useGestureEnd({ design, gesture }: EditorState, onEnd: () => void): void {
  const isPressed = usePressed();
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (gesture === undefined || gesture.startsWith(`${SWAP_GESTURE} `)) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (!isPressed.current) end();
      else for (const type of RELEASES) addEventListener(type, () => end(), { signal: stop.signal });
    }, GESTURE_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [design, gesture, isPressed]);
}

/**
 * The design that is being edited, its selection, and what its controls do. Screen readers hear each announcement.
 * @param titles name the layers of cut-outs
 * @param lens shows the design in a language
 */
export function useEditor(initial: Design, titles: CutoutTitles, lens?: Lens) {
  const [state, send] = useReducer(reduceEditor, initial, startEditing);
  const dispatch = (action: EditorAction) =>
    send(lens && 'edit' in action ? { ...action, edit: lens.edit(action.edit) } : action);
  const [announcement, setAnnouncement] = useState('');
  /** A screen reader stays silent when the text does not change, so the same words end with one blank more or less. */
  const announce = (said: string) => setAnnouncement((before) => (before === said ? `${said}\u00a0` : said));
  const { design: original, selectedId } = state;
  const design = lens?.show(original) ?? original;

  /** Names a layer of the design in lists and announcements. */
  const nameLayer = (layer: Layer, layers = design.layers) => nameTitled(layer, layers, titles);

  useGestureEnd(state, () => dispatch({ type: 'end-gesture' }));

  /** Adds a layer, in front of all others by default. @returns false if the limits do not allow it */
  const add = (layer: Layer, edit = addLayer): boolean => {
    const limit = findLimit(design, layer.kind);
    if (limit !== undefined) {
      announce(limit);
      return false;
    }
    dispatch({ type: 'change', edit: (before) => edit(before, layer), select: layer.id });
    announce(`${nameLayer(layer, [...design.layers, layer])} added.`);
    return true;
  };
  const step = (type: 'undo' | 'redo', next: Design | undefined, said: string) => {
    if (!next) return;
    dispatch({ type });
    announce(said + (lens?.follow(original, next) ?? ''));
  };

  return {
    /** The design as it is shown, in the language that the creator has chosen. */
    design,
    /** The design as it is stored, with its translations. */
    original,
    selected: findLayer(design, selectedId),
    announcement,
    nameLayer,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    /**
     * Replaces the design in one step of undo.
     * @param id the layer to select. @default the selected layer, or else the first text
     */
    change: (next: Design, said: string, id = selectedId) => {
      const select = id ?? next.layers.find(({ kind }) => kind === 'text')?.id;
      dispatch({ type: 'change', edit: () => next, ...(select !== undefined && { select }) });
      announce(said);
    },
    /** Changes the design as it is stored. Changes with the same gesture become one step of undo. */
    edit: (edit: (original: Design) => Design, said?: string, gestureName?: string) => {
      send({ type: 'change', edit, ...gestureOf(gestureName) });
      if (said) announce(said);
    },
    /** Changes the design as it is stored in all steps, without a step of undo. Steps that can be redone stay. */
    amend: (edit: (original: Design) => Design) => send({ type: 'amend', edit }),
    /** Changes with the same gesture become one step of undo. */
    update: (id: string, changes: LayerChanges, gestureName?: string) =>
      dispatch({
        type: 'change',
        edit: (before) => updateLayer(before, id, changes),
        ...gestureOf(gestureName && `${gestureName} ${id}`),
      }),
    /**
     * Takes the changes of a gesture on a layer back.
     * @param start the design as it was stored before the gesture
     * @param changes restore the layer if the design has changed otherwise since
     */
    cancel: (start: Design, id: string, changes: LayerChanges, gestureName: string) =>
      dispatch({
        type: 'cancel',
        start,
        gesture: `${gestureName} ${id}`,
        edit: (before) => updateLayer(before, id, changes),
      }),
    add,
    /** Adds a copy of a layer of the design, with its translations. */
    duplicate: (layer: Layer) => add(copyLayer(findLayer(original, layer.id) ?? layer, design.layers)),
    /** Adds a copy of a layer that was copied earlier, or from another design that has a layer with the same id. */
    paste: (layer: Layer) => add(copyLayer(layer, design.layers)),
    remove: (layer: Layer) => {
      dispatch({ type: 'change', edit: (before) => removeLayer(before, layer.id) });
      announce(`${nameLayer(layer)} deleted. Undo brings it back.`);
    },
    select: (id: string | undefined) => dispatch({ type: 'select', id }),
    endGesture: () => dispatch({ type: 'end-gesture' }),
    announce,
    undo: () => step('undo', state.past.at(-1), 'Undone.'),
    redo: () => step('redo', state.future[0], 'Redone.'),
    /** Replaces the design by another version. The steps before it cannot be undone. */
    load: (next: Design) => dispatch({ type: 'load', design: next }),
  };
}

/** The part of an action that names its gesture. */
const gestureOf = (gesture: string | undefined) => (gesture === undefined ? {} : { gesture });

export type Editor = ReturnType<typeof useEditor>;
