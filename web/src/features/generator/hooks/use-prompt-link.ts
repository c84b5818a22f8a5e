import { useEffect, useState } from 'react';
import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import { reportLostCode } from '../../../ui/lazy-part.tsx';
import type { readPrompt, ReadPrompt } from '../model/read-prompt.ts';

/** The longest prompt that is searched for a link, in UTF-16 code units. The API refuses a longer prompt even without its link. */
const MAX_SEARCHED_LENGTH = 4 * GENERATOR_LIMITS.promptLength;

/** Matches every prompt with a link, and some others. */
export const MAY_HAVE_LINK = /http|www\.|youtu|ytimg|[:：][/\\／]/i;

/** Stays for the next time that the page is opened, whose first rendering then has the link. */
let loaded: typeof readPrompt | undefined;

async function load(): Promise<typeof readPrompt> {
  const code = await import('../model/read-prompt.ts');
  loaded = code.readPrompt;
  return loaded;
}

/**
 * Reads the link in a prompt.
 * @returns undefined until the code that reads links has loaded.
 */
export function usePromptLink(prompt: string, offersHandles: boolean): ReadPrompt | undefined {
  const [read, setRead] = useState(() => loaded);
  const [isLost, setIsLost] = useState(false);
  const isNeeded = prompt.length <= MAX_SEARCHED_LENGTH && MAY_HAVE_LINK.test(prompt);

  useEffect(() => {
    if (!isNeeded) return;
    load().then(
      (code) => setRead(() => code),
      () => {
        reportLostCode();
        setIsLost(true);
      },
    );
  }, [isNeeded]);

  if (!isNeeded) return { text: prompt.trim() };
  if (read) return read(prompt, offersHandles);
  // A link that is not read must not be painted as text.
  return isLost ? { text: prompt, error: 'The link could not be read. Load the page again.' } : undefined;
}
