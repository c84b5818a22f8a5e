import { EXAMPLE_PROMPTS } from './examples.ts';

interface ExamplePromptsProps {
  disabled: boolean;
  onPick: (prompt: string) => void;
}

export function ExamplePrompts({ disabled, onPick }: ExamplePromptsProps) {
  return (
    <ul className="examples" aria-label="Example prompts">
      {EXAMPLE_PROMPTS.map((prompt) => (
        <li key={prompt}>
          <button type="button" className="example" disabled={disabled} onClick={() => onPick(prompt)}>
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  );
}
