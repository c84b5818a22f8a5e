import type { KeyboardEvent } from 'react';
import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import type { MarkedImage } from '../../../lib/render/finished-image.ts';
import { createRequiredContext } from '../../../lib/required-context.ts';
import type { Languages } from '../translations/language-view.ts';
import type { LayerChanges } from './edit-design.ts';
import type { Cutouts } from './use-cutouts.ts';
import type { Editor } from './use-editor.ts';
import type { Parts } from './use-parts.ts';
import type { Rendering } from './use-rendering.ts';

/** The values that change with each key: the design that is edited, and the images that are drawn of the design. */
export interface EditedDesign {
  editor: Editor;
  /** Undefined until the code of the languages is there. */
  languages: Languages | undefined;
  /** The language in which the design is shown. Undefined for the original. */
  language: string | undefined;
  cutouts: Cutouts;
  /** The image on the canvas, even if a part of it is not loaded. A tool in use may show another version than the chosen one. */
  finished: MarkedImage;
  /** The design with all that it shows: the only image that is exported, compared and rendered. Undefined while a part is missing. */
  complete: MarkedImage | undefined;
  parts: Parts;
  /** The last rendering after a pause. Undefined until the first rendering, and after a part has failed to load. */
  rendering: Rendering | undefined;
  /** Adds a new layer at a place that respects the picture. Returns false if the limits do not allow it. */
  place: (layer: Layer) => boolean;
  /**
   * Adds to the changes of a text a smaller size of its letters, if its words would not fit its box.
   * @param isPicture true if the changes are only drawn, e.g. in the picture of a layout
   */
  fitWords: (layer: TextLayer, changes: LayerChanges, isPicture?: boolean) => LayerChanges;
  /** Gives the texts of a layout other words, and fits them to their boxes and beside each other. */
  fillTexts: (layout: readonly Layer[], words: readonly string[], isPicture?: boolean) => Layer[];
  /** Fits all texts of a design to their boxes and beside each other. */
  fitTexts: (design: Design, isPicture?: boolean) => Design;
  /** Adds a text, the headline first, and selects its words. */
  addText: () => void;
  /** The id of the layer whose name is a field in the list of layers. */
  renamed: string | undefined;
  /** Opens the field with the name of a layer, and the tab of the field. Undefined closes the field. */
  rename: (id: string | undefined) => void;
  /** The id of the selected cut-out whose other cut-outs are in view. */
  swapped: string | undefined;
  /** Selects a cut-out, and shows the other cut-outs of its person. Undefined puts them away. */
  swap: (id: string | undefined) => void;
  onLayerKeyDown: (event: KeyboardEvent<HTMLElement>, layer: Layer) => void;
}

export const [DesignContext, useEditedDesign] = createRequiredContext<EditedDesign>();
