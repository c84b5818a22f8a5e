import { PASSWORD_RULES } from './password-rules.ts';
import './password-checklist.css';

/**
 * Lists what a password needs, and marks what the typed password has. Consists of phrasing content, because Amplify puts the
 * description of a field into a paragraph.
 */
export function PasswordChecklist({ password }: { password: string }) {
  const shown = PASSWORD_RULES.filter(({ isRare, isKept }) => isRare !== true || !isKept(password));
  const missing = PASSWORD_RULES.filter(({ isKept }) => !isKept(password)).map(({ text }) => text);
  return (
    <span className="password-checklist">
      <span role="list" aria-label="The password needs">
        {shown.map(({ text, isKept }) => (
          <span key={text} role="listitem" data-kept={isKept(password)}>
            {text}
          </span>
        ))}
      </span>
      {/* A screen reader hears only a change of what is missing. */}
      <span className="visually-hidden" aria-live="polite">
        {password !== '' &&
          (missing.length === 0 ? 'The password fits.' : `The password still needs ${missing.join(', ')}.`)}
      </span>
    </span>
  );
}
