import { CloseIcon } from '../../../ui/action-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { describeLanguage } from '../translations/language-names.ts';
import { useShowLanguage } from './use-show-language.ts';
import './languages.css';

/** Names the language that the page shows, and goes back to the original. */
export default function LanguageChip() {
  const { language } = useEditedDesign();
  const show = useShowLanguage();
  if (language === undefined) return null;
  const { native } = describeLanguage(language);
  return (
    <span className="language-chip">
      <bdi lang={language}>{native}</bdi>
      <IconButton
        aria-label="Back to the original"
        title="Back to the original"
        onClick={() => show(undefined)}
      >
        <CloseIcon />
      </IconButton>
    </span>
  );
}
