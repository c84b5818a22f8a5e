import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ExamplePrompts } from './example-prompts.tsx';
import './prompt-bar.css';

interface PromptBarProps {
  prompt: string;
  onChange: (prompt: string) => void;
  generating: boolean;
}

export function PromptBar({ prompt, onChange, generating }: PromptBarProps) {
  const input = useFocusGivenBack(generating);
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

/** A disabled control loses the focus: whoever pressed Generate finds it in the prompt when that is usable again. */
function useFocusGivenBack(generating: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const wasGenerating = useRef(false);
  useEffect(() => {
    if (wasGenerating.current && !generating && document.activeElement === document.body) {
      input.current?.focus({ preventScroll: true });
    }
    wasGenerating.current = generating;
  }, [generating]);
  return input;
}
