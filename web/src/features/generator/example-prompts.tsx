/** One prompt for each common kind of video. */
const EXAMPLE_PROMPTS = [
  'Game-style thumbnail with a shocked face',
  'Gaming setup review with neon lighting',
  'Build tutorial with a castle',
  'Programming tutorial with code and a laptop',
] as const;

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
