import './cut-name.css';

/** A shorter name fits on every card. */
const MIN_LENGTH = 20;

/** The most characters of a word that stays visible at the end. */
const MAX_END = 12;

/** Splits a long name before its last word. A name without such a word is not split. */
function splitName(name: string): [start: string, end: string] {
  if (name.length < MIN_LENGTH) return [name, ''];
  const start = name.slice(0, name.trimEnd().lastIndexOf(' ') + 1).trimEnd();
  const end = name.slice(start.length);
  return start === '' || end.length > MAX_END ? [name, ''] : [start, end];
}

interface CutNameProps {
  name: string;
  /** More than 1 if earlier names are the same. @default 1 */
  number?: number;
}

/** A name that is cut before its last word and its number, because the names of copies and versions differ only there. */
export function CutName({ name, number = 1 }: CutNameProps) {
  const [start, end] = splitName(name);
  const suffix = number === 1 ? '' : ` (${number})`;
  return (
    <span className="cut-name">
      <span>{start}</span>
      {end + suffix !== '' && <span>{end + suffix}</span>}
    </span>
  );
}
