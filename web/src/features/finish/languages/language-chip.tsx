import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CloseIcon } from '../../../ui/action-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { describeLanguage } from '../translations/language-names.ts';
import { useShowLanguage } from './use-show-language.ts';

/** Names the language that the page shows beside the title of the thumbnail, and goes back to the original. */
export function LanguageChip({ language, onBack }: { language: string; onBack: () => void }) {
  const show = useShowLanguage();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById('language-place')), []);
  return (
    place &&
    createPortal(
      <span className="language-chip">
        <bdi lang={language}>{describeLanguage(language).native}</bdi>
        <IconButton
          aria-label="Back to the original"
          title="Back to the original"
          onClick={() => {
            onBack();
            show(undefined);
          }}
        >
          <CloseIcon />
        </IconButton>
      </span>,
      place,
    )
  );
}
