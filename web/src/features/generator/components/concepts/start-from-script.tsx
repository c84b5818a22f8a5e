import { useEffect, useState } from 'react';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { Button } from '../../../../ui/button.tsx';
import type * as SheetModule from './script-sheet.tsx';

interface StartFromScriptProps {
  disabled: boolean;
  onPick: (prompt: string) => void;
}

/** Opens the sheet that makes concepts from a script. Its code loads with the first press. */
export function StartFromScript({ disabled, onPick }: StartFromScriptProps) {
  const config = useSiteConfig();
  const [code, setCode] = useState<typeof SheetModule>();
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    // After a failed load, the next press tries again.
    if (isOpen) import('./script-sheet.tsx').then(setCode, () => setIsOpen(false));
  }, [isOpen]);

  if (config.status === 'success' && !config.data.promptAssistance) return null;
  return (
    <>
      <Button
        variant="quiet"
        disabled={disabled || config.status !== 'success'}
        onClick={() => setIsOpen(true)}
      >
        Start from a script
      </Button>
      {isOpen && code && <code.default onClose={() => setIsOpen(false)} onPick={onPick} />}
    </>
  );
}
