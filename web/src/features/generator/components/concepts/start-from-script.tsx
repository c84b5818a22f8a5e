import { useMemo, useState } from 'react';
import { useSiteConfig, useFeature } from '../../../../api/site-config.ts';
import { findHeadline } from '../../../../lib/video-words.ts';
import { createIcon } from '../../../../ui/icons.tsx';
import { reportLostCode } from '../../../../ui/lazy-part.tsx';
import type * as SheetModule from './script-sheet.tsx';

const ScriptIcon = createIcon('M6 3.5h9l4 4V20.5H6zM14.5 3.5V8H19M9 12h7M9 15.5h7');

const loadSheet = () => import('./script-sheet.tsx');

interface StartFromScriptProps {
  userId: string | undefined;
  /** The prompt in the box, which may come from a concept. */
  prompt: string;
  disabled: boolean;
  onPick: (prompt: string) => void;
}

/** Opens the sheet that makes concepts from a script, and says which headline waits. The code of the sheet loads with the first press. */
export function StartFromScript({ userId, prompt, disabled, onPick }: StartFromScriptProps) {
  const config = useSiteConfig();
  const access = useFeature('concepts', userId);
  const [sheet, setSheet] = useState<typeof SheetModule>();
  const headline = useMemo(() => findHeadline(prompt), [prompt]);
  const open = () => void loadSheet().then(setSheet, reportLostCode);

  if (config.status === 'success' && (!config.data.promptAssistance || access === 'off')) return null;
  return (
    <>
      <button
        type="button"
        className="chip"
        disabled={disabled || config.status !== 'success'}
        onClick={open}
      >
        <ScriptIcon />
        <span>Start from a script</span>
      </button>
      {headline !== undefined && (
        <p role="status">
          <span>Headline for the finish page:</span> <bdi>{headline}</bdi>
        </p>
      )}
      {sheet && (
        <sheet.default isEarly={access === 'early'} onClose={() => setSheet(undefined)} onPick={onPick} />
      )}
    </>
  );
}
