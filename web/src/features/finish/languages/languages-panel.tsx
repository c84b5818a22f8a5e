import { useRef } from 'react';
import type { Ref } from 'react';
import { listLanguages } from '#contract/design/list-languages.ts';
import { CheckIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Checks } from '../checks/use-checks.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import ExportLanguages from '../export/export-languages.tsx';
import { describeCode, describeLanguage } from '../translations/language-names.ts';
import { describeStatus } from './language-status.ts';
import { LanguageWords } from './language-words.tsx';
import { TranslateControl } from './translate-control.tsx';
import { confirmWords } from '../translations/translations.ts';
import { useShowLanguage } from './use-show-language.ts';

/** The languages of the design, the text model, and the words of the language that is shown. */
export default function LanguagesPanel({ checks }: { checks: Checks }) {
  const { editor } = useEditedDesign();
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <section className="language-section" aria-label="Languages of the design">
        <LanguageList ref={list} checks={checks} />
        {listLanguages(editor.original.layers).length > 0 && <TranslateControl />}
      </section>
      <LanguageWords
        onDelete={() => list.current?.focus()} // The pressed button goes away with the language.
      />
      <ExportLanguages variant="outline" />
    </>
  );
}

function LanguageList({ ref, checks }: { ref: Ref<HTMLUListElement>; checks: Checks }) {
  const { editor, language } = useEditedDesign();
  const show = useShowLanguage();
  return (
    <ul ref={ref} className="language-list" tabIndex={-1} aria-label="Languages">
      <li aria-current={language === undefined} data-original>
        <button type="button" className="bare-button" onClick={() => show(undefined)}>
          <span className="language-name">Original</span>
          <small>your words</small>
        </button>
      </li>
      {listLanguages(editor.original.layers).map((tag) => (
        <LanguageRow key={tag} tag={tag} checks={checks} onShow={() => show(tag)} />
      ))}
    </ul>
  );
}

interface LanguageRowProps {
  tag: string;
  checks: Checks;
  onShow: () => void;
}

function LanguageRow({ tag, checks, onShow }: LanguageRowProps) {
  const { editor, language } = useEditedDesign();
  const named = describeLanguage(tag);
  const { label, needsLook, hasSuggestions } = describeStatus(editor.original, tag, checks);
  const row = useRef<HTMLButtonElement>(null);
  const confirm = () => {
    row.current?.focus(); // The pressed button goes away.
    editor.edit((design) => confirmWords(design, tag), `The words in ${named.english} are confirmed.`);
  };
  return (
    <li aria-current={tag === language}>
      <button ref={row} type="button" className="bare-button" onClick={onShow}>
        <bdi className="language-name" lang={tag}>
          {named.native}
        </bdi>
        <small>{describeCode(named)}</small>
        <span className="language-state" data-look={needsLook}>
          {label === undefined ? (
            <>
              <CheckIcon />
              <span className="visually-hidden">Confirmed</span>
            </>
          ) : (
            <span>{label}</span>
          )}
        </span>
      </button>
      {hasSuggestions && (
        <Button variant="outline" aria-label={`Confirm ${named.english}`} onClick={confirm}>
          Confirm
        </Button>
      )}
    </li>
  );
}
