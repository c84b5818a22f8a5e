import type { Design } from '#contract/design/design.ts';
import { findHeadlineLayer } from '#contract/design/headline.ts';
import { findLayer } from './edit-design.ts';

const MAX_UNDO_STEPS = 100;

export interface EditorState {
  design: Design;
  /** Undefined when no layer is selected. */
  selectedId: string | undefined;
  /** Oldest first. */
  past: readonly Design[];
  /** The next to redo first. */
  future: readonly Design[];
  /** The gesture of the last change. The next change of the same gesture joins its undo step. */
  gesture: string | undefined;
  /** The steps to redo before the gesture of the last change. They come back if the gesture is canceled. */
  undone: readonly Design[];
}

export type EditorAction =
  /** `gesture`: changes of one drag, or of one field, are undone together until `end-gesture`. */
  | { type: 'change'; edit: (design: Design) => Design; gesture?: string; select?: string }
  /** Changes the designs of all steps, and is itself no step. `edit` returns the same design when it changes nothing. */
  | { type: 'amend'; edit: (design: Design) => Design }
  | { type: 'select'; id: string | undefined }
  | { type: 'end-gesture' }
  /**
   * Takes the changes of a gesture back, and restores the steps to redo from before. If the design has changed otherwise since `start`,
   * `edit` keeps the other changes, which become one step of undo.
   */
  | { type: 'cancel'; start: Design; gesture: string; edit: (design: Design) => Design }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Replaces the design, and forgets the steps before. */
  | { type: 'load'; design: Design };

/** Selects the headline, because most creators return to change its words. Without a text, the front layer is selected. */
export const startEditing = (design: Design): EditorState => ({
  design,
  selectedId: (findHeadlineLayer(design.layers.filter(({ hidden }) => !hidden)) ?? design.layers.at(-1))?.id,
  past: [],
  future: [],
  gesture: undefined,
  undone: [],
});

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'change': {
      const design = action.edit(state.design);
      if (design === state.design) return state;
      const isSameGesture = action.gesture !== undefined && action.gesture === state.gesture;
      return {
        design,
        selectedId: keepSelection(design, action.select ?? state.selectedId),
        past: isSameGesture ? state.past : [...state.past, state.design].slice(-MAX_UNDO_STEPS),
        future: [],
        gesture: action.gesture,
        undone: isSameGesture ? state.undone : state.future,
      };
    }
    case 'amend': {
      const amend = (steps: readonly Design[]) => steps.map(action.edit);
      return {
        ...state,
        design: action.edit(state.design),
        past: amend(state.past),
        future: amend(state.future),
        undone: amend(state.undone),
      };
    }
    case 'select':
      return state.selectedId === action.id ? state : { ...state, selectedId: action.id, gesture: undefined };
    case 'end-gesture':
      return state.gesture === undefined ? state : { ...state, gesture: undefined };
    case 'cancel': {
      const { start, gesture, edit } = action;
      const at = state.past.lastIndexOf(start);
      if (at === -1) return reduceEditor(state, { type: 'change', edit });
      const past = state.past.slice(0, at);
      return state.gesture === gesture && at === state.past.length - 1
        ? { ...goTo(state, start), past, future: state.undone }
        : { ...goTo(state, edit(state.design)), past: [...past, start], future: [] };
    }
    case 'undo': {
      const design = state.past.at(-1);
      if (!design) return state;
      const past = state.past.slice(0, -1);
      return { ...goTo(state, design), past, future: [state.design, ...state.future] };
    }
    case 'redo': {
      const [design, ...future] = state.future;
      if (!design) return state;
      return { ...goTo(state, design), past: [...state.past, state.design], future };
    }
    case 'load':
      return startEditing(action.design);
  }
}

const goTo = (state: EditorState, design: Design): EditorState => ({
  ...state,
  design,
  gesture: undefined,
  selectedId: keepSelection(design, state.selectedId),
});

/** A layer that the design no longer has cannot stay selected: the front layer takes its place. */
const keepSelection = (design: Design, id: string | undefined): string | undefined =>
  id === undefined || findLayer(design, id) ? id : design.layers.at(-1)?.id;
