import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { findHeadline } from '../../../lib/video-words.ts';
import type { Hint } from '../model/checks/check-texts.ts';
import { layerName, removeLayer, reorderLayer, updateLayer } from '../model/design/edit-design.ts';
import { createTextBeside } from '../model/design/new-layers.ts';
import type { Finish } from './use-finish.ts';
import { useLayerKeys } from './use-layer-keys.ts';
import { usePageKeys } from './use-page-keys.ts';

/** An open dialog of a new cut-out, perhaps with a file that was dropped on the page or pasted. */
export interface CutoutRequest {
  file?: File;
  /** True for pictures, which keep their background. */
  isPicture?: boolean;
}

export type Tab = 'design' | 'image' | 'preview' | 'checks';

/** The actions that several parts of the page share. */
export function useFinishActions({ editor, cutoutCost, imageTools, thumbnail }: Finish) {
  const { design } = editor;
  const [search] = useSearchParams();
  const [tab, setTab] = useState<Tab>(search.get('tab') === 'image' ? 'image' : 'design');
  const [picture, setPicture] = useState<HTMLElement | null>(null);
  /** Undefined until the first request. */
  const [cutoutRequest, requestCutout] = useState<CutoutRequest | 'closed'>();
  const [layouts, openLayouts] = useState<'save' | 'manage'>();
  const [hasShortcuts, showShortcuts] = useState(false);
  const headline = useMemo(() => findHeadline(thumbnail.prompt), [thumbnail.prompt]);
  const [hasSuggestions, showSuggestions] = useState(false);
  const words = useRef<HTMLTextAreaElement>(null);

  const openTab = (next: Tab) => {
    setTab(next);
    // The layers can be moved again. What is painted stays.
    if (next !== 'image') imageTools.change({ tool: undefined });
  };
  /** Selects the words of the selected text. */
  const editWords = () => {
    flushSync(() => openTab('design')); // The field is in the page afterwards.
    words.current?.focus();
    words.current?.select();
  };
  usePageKeys({
    undo: editor.undo,
    redo: editor.redo,
    showShortcuts: () => showShortcuts(true),
    selected: editor.selected,
    onCopy: (layer) => editor.announce(`${layerName(layer, design.layers)} copied.`),
    onPaste: editor.duplicate,
    // A new cut-out costs credits, so its dialog asks first.
    onPicture: cutoutCost === undefined ? undefined : (file) => requestCutout({ file }),
  });
  return {
    tab,
    openTab,
    picture,
    setPicture,
    cutoutRequest,
    requestCutout,
    layouts,
    openLayouts,
    hasShortcuts,
    showShortcuts,
    headline,
    hasSuggestions,
    showSuggestions,
    words,
    editWords,
    onLayerKeyDown: useLayerKeys(editor),
    addText: () => {
      const isFirst = design.layers.every(({ kind }) => kind !== 'text');
      flushSync(() => editor.add(createTextBeside(design.layers, isFirst ? headline : undefined)));
      editWords();
    },
    fix: ({ layerId, fix }: Hint) => {
      if (!fix) return;
      const { changes, said } = fix;
      if (changes === 'remove') editor.change(removeLayer(design, layerId), said);
      else if (changes === 'to front') editor.change(reorderLayer(design, layerId, Infinity), said);
      else editor.change(updateLayer(design, layerId, changes), said);
    },
  };
}

export type FinishActions = ReturnType<typeof useFinishActions>;
