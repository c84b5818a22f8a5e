import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { REFERENCE_LABELS } from '../../../api/thumbnails.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { hasCommand, readKey } from '../../../lib/read-key.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { OTHER_MODELS, type LibraryFilter } from '../hooks/use-library-filter.ts';
import { useThumbnailModels } from '../hooks/use-thumbnail-models.ts';
import { StarIcon } from './icons.tsx';
import './library-search.css';

/** The pause between the last key and the search, in ms. */
const PAUSE_MS = 200;

const PERIODS = { '7': 'Last 7 days', '30': 'Last 30 days', '365': 'Last year' } as const;
const REFERENCES = { none: 'Without a reference', ...REFERENCE_LABELS } as const;

/** The parts of a filter as a creator reads them, e.g. `“castle”` and `Favourites`. The order is not one. */
export function useSearchedWords({
  q,
  favorites,
  finished,
  model,
  period,
  reference,
}: LibraryFilter): string[] {
  const models = useModelChoices();
  const words = q.trim();
  return [
    words && `“${words}”`,
    favorites && 'Favourites',
    finished && 'Finished',
    model && (models.find(([id]) => id === model)?.[1] ?? model),
    period && (findLabel(PERIODS, period) ?? period),
    reference && (findLabel(REFERENCES, reference) ?? reference),
  ].filter((part) => part !== '');
}

/** The models by their ids, and the models of earlier thumbnails that the stage no longer has. */
const useModelChoices = (): [string, string][] => [
  ...useThumbnailModels().map(({ id, label }): [string, string] => [id, label]),
  [OTHER_MODELS, 'Other models'],
];

const findLabel = (labels: Readonly<Record<string, string>>, value: string) => labels[value];

interface LibrarySearchProps {
  filter: LibraryFilter;
  onChange: (changes: Partial<LibraryFilter>) => void;
  /** Moves the focus to the first result. */
  onLeave: () => void;
}

/** The search field and the filters of the library, which a phone shows on request. `/` focuses the field. */
export function LibrarySearch({ filter, onChange, onLeave }: LibrarySearchProps) {
  const models = useModelChoices();
  const [isOpen, setOpen] = useState(false);
  const filters = useId();
  const count = Object.values({ ...filter, q: '' }).filter((value) => value !== '').length;
  const select = (
    name: 'model' | 'period' | 'reference' | 'sort',
    label: string,
    options: readonly [string, string][],
  ) => (
    <Select
      label={label}
      options={options}
      value={filter[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const toggle = (name: 'favorites' | 'finished') => ({
    isPressed: filter[name] !== '',
    onPress: () => onChange({ [name]: filter[name] === '' ? '1' : '' }),
  });

  return (
    <search className="library-search">
      <SearchField words={filter.q} onChange={(q) => onChange({ q })} onLeave={onLeave} />
      <Button
        variant="outline"
        className="library-filters-toggle"
        aria-expanded={isOpen}
        aria-controls={filters}
        onClick={() => setOpen(!isOpen)}
      >
        {`Filters${count > 0 ? ` (${count})` : ''}`}
      </Button>
      <div id={filters} className="library-filters" data-open={isOpen}>
        <Toggle label="Favourites" icon={<StarIcon />} {...toggle('favorites')} />
        <Toggle label="Finished" {...toggle('finished')} />
        {select('model', 'Model', [['', 'All models'], ...models])}
        {select('period', 'Period', [['', 'Any time'], ...Object.entries(PERIODS)])}
        {select('reference', 'Reference', [['', 'Any reference'], ...Object.entries(REFERENCES)])}
        {select('sort', 'Sort', [
          ['', 'Newest first'],
          ['oldest', 'Oldest first'],
        ])}
      </div>
    </search>
  );
}

interface ToggleProps {
  label: string;
  icon?: ReactNode;
  isPressed: boolean;
  onPress: () => void;
}

const Toggle = ({ label, icon, isPressed, onPress }: ToggleProps) => (
  <Button variant="outline" aria-pressed={isPressed} onClick={onPress}>
    {icon} <span>{label}</span>
  </Button>
);

interface SearchFieldProps {
  /** Those of the address. */
  words: string;
  onChange: (words: string) => void;
  onLeave: () => void;
}

/** Changes the address after a pause, and follows the address when something else changes it. */
function SearchField({ words, onChange, onLeave }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(words);
  const [shown, setShown] = useState(words);
  /** The words that the field has sent, and that the address does not have yet. */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (shown !== words) {
    setShown(words);
    setSent(sent.slice(sent.lastIndexOf(words) + 1));
    if (!sent.includes(words)) {
      setSent([]);
      setText(words);
    }
  }
  const change = (next: string) => {
    setSent([...sent, next]);
    onChange(next);
  };
  const send = useEffectEvent(() => {
    if (text.trim() !== (sent.at(-1) ?? words)) change(text.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      const hasDialog = document.querySelector('dialog[open]') !== null;
      if (readKey(event) !== '/' || isTyping || hasDialog || hasCommand(event) || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') change(text.trim());
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onLeave();
  }

  return (
    <input
      ref={field}
      type="search"
      className="field-box"
      aria-label="Search thumbnails"
      aria-keyshortcuts="/"
      placeholder="Search prompts, names and headlines"
      maxLength={LIMITS.searchLength}
      dir="auto"
      value={text}
      onChange={(event) => setText(replaceControls(event.target.value))}
      onKeyDown={handleKey}
    />
  );
}
