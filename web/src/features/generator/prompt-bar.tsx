import { useEffectEvent, useLayoutEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useRestoreFocus } from '../../lib/use-restore-focus.ts';
import { ExamplePrompts } from './example-prompts.tsx';
import './prompt-bar.css';

interface PromptBarProps {
  prompt: string;
  onChange: (prompt: string) => void;
  isGenerating: boolean;
}

export function PromptBar({ prompt, onChange, isGenerating }: PromptBarProps) {
  const input = useRestoreFocus<HTMLInputElement>(isGenerating);

  // The user may type into the prerendered page before its script has loaded.
  const adoptTypedText = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed !== prompt) onChange(typed);
  });
  useLayoutEffect(() => adoptTypedText(), []);

  return (
    <div className="prompt">
      <div className="prompt-bar">
        <input
          ref={input}
          type="text"
          aria-label="Thumbnail idea"
          placeholder="Enter thumbnail idea or YouTube channel / video to use as reference"
          autoComplete="off"
          enterKeyHint="go"
          value={prompt}
          disabled={isGenerating}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button variant="primary" type="submit" disabled={isGenerating || prompt.trim() === ''}>
          {isGenerating ? (
            <>
              <Spinner /> Generating...
            </>
          ) : (
            'Generate'
          )}
        </Button>
      </div>
      <ExamplePrompts
        disabled={isGenerating}
        onPick={(example) => {
          onChange(example);
          input.current?.focus();
        }}
      />
    </div>
  );
}
