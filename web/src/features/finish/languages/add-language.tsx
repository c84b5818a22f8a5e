import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { listLanguages } from '#contract/design/list-languages.ts';
import { PlusIcon } from '../../../ui/action-icons.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { describeCode, searchLanguages } from '../translations/language-names.ts';
import type { LanguageName } from '../translations/language-names.ts';
import { addLanguage, findLanguageLimit } from '../translations/translations.ts';
import '../../../ui/popover-menu.css';

/** Adds a language, which a list finds by its name or its code. */
export default function AddLanguage() {
  const { editor, languages } = useEditedDesign();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const limit = findLanguageLimit(editor.original);
  const add = ({ tag, english }: LanguageName) => {
    menu.current?.hidePopover(); // The menu gives the focus back.
    editor.edit((design) => addLanguage(design, tag), `${english} added. The thumbnail is shown in it.`);
    languages?.show(tag);
  };
  return (
    <>
      <button type="button" className="button button-outline" popoverTarget={id}>
        <PlusIcon /> <span>Language</span>
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="popover-menu language-menu"
        role="group"
        aria-label="Add a language"
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // The focus is in the content until the menu has given it back.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {limit !== undefined && <p>{limit}</p>}
        {isOpen && limit === undefined && (
          <Search without={listLanguages(editor.original.layers)} onChoose={add} />
        )}
      </div>
    </>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface SearchProps {
  without: readonly string[];
  onChoose: (language: LanguageName) => void;
}

/** A field, and the list of the languages that it finds (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
function Search({ without, onChoose }: SearchProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = searchLanguages(text, without);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (index + step + found.length) % found.length;
      setIndex(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    const chosen = found[index];
    if (event.key !== 'Enter' || !chosen) return;
    event.preventDefault();
    onChoose(chosen);
  };
  return (
    <>
      <input
        // React would focus the field before the menu is shown. The menu focuses it when it opens.
        ref={(field) => void field?.toggleAttribute('autofocus', true)}
        type="search"
        className="field-box"
        role="combobox"
        aria-label="Name or code of the language"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found[index] && `${id}-${found[index].tag}`}
        placeholder="German, Deutsch or de"
        autoComplete="off"
        data-own-undo
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={move}
      />
      <div ref={list} id={id} className="language-options" role="listbox" aria-label="Languages">
        {found.map((language, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field has the focus and handles the keys.
          <div
            key={language.tag}
            id={`${id}-${language.tag}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onClick={() => onChoose(language)}
          >
            <bdi lang={language.tag}>{language.native}</bdi>{' '}
            <span>{language.english !== language.native && language.english}</span>{' '}
            <small>{describeCode(language)}</small>
          </div>
        ))}
      </div>
      <p role="status">{found.length === 0 && <span>No language has this name or code.</span>}</p>
    </>
  );
}
