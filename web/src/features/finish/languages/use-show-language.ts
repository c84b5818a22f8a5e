import { useEditedDesign } from '../editor/design-context.ts';
import { describeShown } from '../translations/language-names.ts';

/** Returns a function that shows the thumbnail in a language, and tells screen readers. */
export function useShowLanguage(): (language: string | undefined) => void {
  const { editor, languages } = useEditedDesign();
  return (language) => {
    // The next change of a field is a change in another language.
    editor.endGesture();
    languages?.show(language);
    editor.announce(describeShown(language));
  };
}
