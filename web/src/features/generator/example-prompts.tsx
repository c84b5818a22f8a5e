import { EXAMPLE_PROMPTS, EXAMPLES_PATH } from '../../../../contract/example-prompts.ts';
import './example-prompts.css';

interface ExamplePromptsProps {
  disabled: boolean;
  /** Shows the pictures of the stage, if it has some: the attribute of the root element decides, in the style sheet. */
  hasPictures: boolean;
  onPick: (prompt: string) => void;
}

export function ExamplePrompts({ disabled, hasPictures, onPick }: ExamplePromptsProps) {
  return (
    <div className={hasPictures ? 'examples-pictured' : undefined}>
      {hasPictures && (
        <div className="examples-head">
          <h2>Start from an example</h2>
          <p>Local sketches, not made by a model</p>
        </div>
      )}
      <ul className="examples" aria-label="Example prompts">
        {EXAMPLE_PROMPTS.map(({ image, prompt }) => (
          <li key={image}>
            <button type="button" className="example" disabled={disabled} onClick={() => onPick(prompt)}>
              {hasPictures && (
                <img
                  src={`${EXAMPLES_PATH}/${image}.webp`}
                  alt=""
                  width={480}
                  height={270}
                  loading="lazy"
                  decoding="async"
                />
              )}
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
