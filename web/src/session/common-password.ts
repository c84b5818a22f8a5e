/** Words that attackers try first, with any digits and symbols. The user pool requires ten characters, so they have some. */
const COMMON = new Set(
  (
    'thumbforge thumb forge thumbnail thumbnails youtube youtuber creator channel video videos ' +
    'password passwort pass passwd secret letmein welcome login admin administrator root master user guest default ' +
    'changeme test testing hello iloveyou loveyou love sunshine princess monkey dragon shadow killer hunter flower ' +
    'cheese freedom whatever superman batman pokemon starwars football baseball soccer liverpool chelsea arsenal ' +
    'michael jordan charlie jennifer daniel ashley computer internet google facebook samsung minecraft fortnite ' +
    'summer winter spring autumn trustno a ab abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij ' +
    'q qwe qwer qwert qwerty qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asd asdf asdfg asdfgh asdfghjkl ' +
    'zxc zxcv zxcvb zxcvbn zxcvbnm qweasd qweasdzxc qazwsx qazwsxedc qaz2wsx qaz2wsx3edc zaq12wsx zaq1xsw2cde ' +
    'q2w3e4r q2w3e4r5t q2w3e4r5t6y q1w2e3r4 q1w2e3r4t'
  ).split(' '),
);

/** A longer password is in no list of common ones. */
const LONGEST = 40;

const LETTERS_BY_DIGIT: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

const COMMON_PASSWORD =
  'This password is easy to guess: it is a common word with digits or symbols. Use several words, or a password manager.';

/**
 * Refuses a password that consists of one common word. Only the forms can: no trigger of the user pool receives a password
 * (`docs/decisions/0020-sign-in-forms.md`).
 * @throws Error with a message for the user.
 */
export function requireUncommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new Error(COMMON_PASSWORD);
}

/** Tells whether a password consists of one common word: compares without letter case, symbols, digits at both ends, repetitions, and digits in place of letters. */
export function isCommonPassword(password: string): boolean {
  if (password.length > LONGEST) return false;
  const characters = password.toLowerCase().replaceAll('@', 'a').replaceAll('$', 's');
  const word = characters
    .replaceAll(/[^\p{L}\d]/gu, '')
    .replace(/^\d+/, '')
    .replace(/\d+$/, '')
    .replace(/^(.+?)\1+$/u, '$1');
  return COMMON.has(word) || COMMON.has(word.replaceAll(/\d/g, (digit) => LETTERS_BY_DIGIT[digit] ?? digit));
}
