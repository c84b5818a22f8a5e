import { flushSync } from 'react-dom';
import type { Design } from '#contract/design/design.ts';
import type { EditedDesign } from '../editor/design-context.ts';
import { findLayer, removeLayer, reorderLayer, updateLayer } from '../editor/edit-design.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import type { FinishPage } from '../editor/page-context.ts';
import { TRANSLATED } from '../translations/edit-in-language.ts';
import { editShown } from '../translations/language-view.ts';
import type { Fix, Hint } from './check.ts';

/** Applies the fix of a hint in its language, which the page then shows. */
export function applyFix(
  { layerId, fix, elsewhere }: Hint,
  { editor, languages, language, swap }: EditedDesign,
  { editWords }: FinishPage,
): void {
  if (!fix) return;
  const { changes, said } = fix;
  const fixed = elsewhere ? elsewhere.language : language;
  if (elsewhere) flushSync(() => languages?.show(fixed));
  if (changes === 'place') {
    swap(layerId);
    editor.announce(said);
    return;
  }
  if (changes === 'words' || elsewhere) flushSync(() => editor.select(layerId));
  if (changes === 'words') {
    editor.announce(said);
    editWords();
    return;
  }
  editor.edit(
    (original) => editShown(original, fixed, (design) => change(design, layerId, changes, fixed)),
    said,
  );
}

function change(
  design: Design,
  layerId: string,
  changes: Exclude<Fix['changes'], 'words' | 'place'>,
  language: string | undefined,
): Design {
  if (changes === 'remove') return removeLayer(design, layerId);
  if (changes === 'to front') return reorderLayer(design, layerId, Infinity);
  const isTranslated = language !== undefined && findLayer(design, layerId)?.kind === 'text';
  return updateLayer(design, layerId, isTranslated ? keepPlace(changes) : changes);
}

/** A fix that changes the size or the place of a text in a language keeps the outline and the plate, which all languages share. */
function keepPlace(changes: LayerChanges): LayerChanges {
  const own = TRANSLATED.filter((name) => changes[name] !== undefined).map((name) => [name, changes[name]]);
  return own.length === 0 ? changes : (Object.fromEntries(own) as LayerChanges);
}
