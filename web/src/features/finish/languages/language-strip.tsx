import { useLayoutEffect, useRef } from 'react';
import { listLanguages } from '#contract/design/list-languages.ts';
import { listTexts as listShownTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { listTextsIn } from '../../../lib/render/show-in-language.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';
import type { Checks } from '../checks/use-checks.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { DesignPicture } from '../editor/design-picture.tsx';
import { describeLanguage } from '../translations/language-names.ts';
import { LanguageChip } from './language-chip.tsx';
import { describeStatus } from './language-status.ts';
import { showDesign } from '../translations/language-view.ts';
import { useShowLanguage } from './use-show-language.ts';
import './languages.css';

/** A small rendering of the thumbnail in the original and in each language, and the name of the language that is shown. */
export default function LanguageStrip({ checks }: { checks: Checks }) {
  const { editor, language } = useEditedDesign();
  const strip = useRef<HTMLUListElement>(null);
  // Only the strip scrolls to the shown language, not the page.
  useLayoutEffect(() => {
    const item = strip.current?.querySelector<HTMLElement>('li:has([aria-pressed=true])');
    const scrolled = strip.current?.parentElement;
    if (scrolled && item) scrolled.scrollLeft = item.offsetLeft - item.offsetWidth;
  }, [language]);
  return (
    <>
      {language !== undefined && (
        <LanguageChip
          language={language}
          onBack={() => strip.current?.querySelector('button')?.focus()} // The pressed button goes away.
        />
      )}
      <ul ref={strip} className="language-strip" aria-label="Thumbnail in each language">
        {[undefined, ...listLanguages(editor.original.layers)].map((tag) => (
          <Tile key={tag ?? ''} tag={tag} checks={checks} />
        ))}
      </ul>
    </>
  );
}

function Tile({ tag, checks }: { tag: string | undefined; checks: Checks }) {
  const { editor, language } = useEditedDesign();
  const show = useShowLanguage();
  const named = tag === undefined ? undefined : describeLanguage(tag);
  const status = tag === undefined ? undefined : describeStatus(editor.original, tag, checks);
  return (
    <li>
      <button
        type="button"
        className="bare-button layout"
        aria-pressed={tag === language}
        aria-label={`Show ${named?.english ?? 'the original'}${status?.needsLook ? `, ${status.label}` : ''}`}
        onClick={() => show(tag)}
      >
        <LanguagePicture tag={tag} />
        <span className="layout-name" data-look={status?.needsLook}>
          <bdi lang={tag}>{named?.native ?? 'Original'}</bdi>
        </span>
      </button>
    </li>
  );
}

/** The last rendered design with its texts in a language. It follows when the creator pauses. */
function LanguagePicture({ tag }: { tag: string | undefined }) {
  const { editor, rendering } = useEditedDesign();
  const { original } = editor;
  const { data } = useLoaded(async () => {
    const translated = tag === undefined ? [] : listTextsIn(original, tag);
    // The page itself says which font is missing.
    await loadFonts([...listShownTexts(original), ...translated]).catch(() => undefined);
    return rendering && { ...rendering.finished, design: showDesign(original, tag) };
  }, [rendering, tag]);
  return <DesignPicture finished={data} />;
}
