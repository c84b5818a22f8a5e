/** A letter of a script other than Latin, or the Arabic question mark. */
const OTHER_SCRIPT = /^(?:(?!\p{Script=Latin})\p{L}|\u061f)$/u;

const PUNCTUATION: Partial<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
};

/**
 * The character that a key stands for in a shortcut, in lower case. A keyboard with another script has no Latin letters, so the
 * place of the key decides there. A Latin keyboard decides by the letter: French and German ones have Z in another place.
 */
export function readKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (!OTHER_SCRIPT.test(key)) return key.toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return PUNCTUATION[code] ?? code.replace('Key', '').toLowerCase();
}

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

/** True if a key is pressed with Control or Command. Windows reports AltGr, which types characters, as Control and Alt. */
export const hasCommand = ({ ctrlKey, metaKey, altKey }: Modifiers): boolean =>
  (ctrlKey || metaKey) && !altKey;
