import { useEffectEvent, useLayoutEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useFocusGivenBack } from '../ui/use-focus-given-back.ts';
import { ExamplePrompts } from './example-prompts.tsx';
import './prompt-bar.css';

interface PromptBarProps {
  prompt: string;
  onChange: (prompt: string) => void;
  generating: boolean;
}

export function PromptBar({ prompt, onChange, generating }: PromptBarProps) {
  const input = useFocusGivenBack<HTMLInputElement>(generating);

  // The prerendered page can be written on before its script is there.
  const takeUpTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed !== prompt) onChange(typed);
  });
  useLayoutEffect(() => takeUpTyped(), []);

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
          disabled={generating}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button look="primary" type="submit" disabled={generating || prompt.trim() === ''}>
          {generating ? (
            <>
              <Spinner /> Generating...
            </>
          ) : (
            'Generate'
          )}
        </Button>
      </div>
      <ExamplePrompts
        disabled={generating}
        onPick={(example) => {
          onChange(example);
          input.current?.focus();
        }}
      />
    </div>
  );
}
