import { useState } from 'react';
import { useSiteConfig, useFeature } from '../../../../api/site-config.ts';
import { Button } from '../../../../ui/button.tsx';
import { reportLostCode } from '../../../../ui/lazy-part.tsx';
import type * as SheetModule from './script-sheet.tsx';

const loadSheet = () => import('./script-sheet.tsx');

interface StartFromScriptProps {
  userId: string | undefined;
  disabled: boolean;
  onPick: (prompt: string) => void;
}

/** Opens the sheet that makes concepts from a script. Its code loads with the first press. */
export function StartFromScript({ userId, disabled, onPick }: StartFromScriptProps) {
  const config = useSiteConfig();
  const access = useFeature('concepts', userId);
  const [sheet, setSheet] = useState<typeof SheetModule>();
  const open = () => void loadSheet().then(setSheet, reportLostCode);

  if (config.status === 'success' && (!config.data.promptAssistance || access === 'off')) return null;
  return (
    <>
      <Button variant="quiet" disabled={disabled || config.status !== 'success'} onClick={open}>
        Start from a script
      </Button>
      {sheet && (
        <sheet.default isEarly={access === 'early'} onClose={() => setSheet(undefined)} onPick={onPick} />
      )}
    </>
  );
}
