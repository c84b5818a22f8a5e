import { EXAMPLE_PROMPTS, EXAMPLES_PATH } from '../../../../../contract/example-prompts.ts';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';
import './example-prompts.css';

interface ExamplePromptsProps {
  disabled: boolean;
  /** Shows the pictures of the stage, if it has some: the attribute of the root element decides, in the style sheet. */
  hasPictures: boolean;
  onPick: (prompt: string) => void;
}

export function ExamplePrompts({ disabled, hasPictures, onPick }: ExamplePromptsProps) {
  // On a slow connection the pictures would delay the first paint and the scripts.
  const areLoaded = useIsHydrated();
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
                  src={areLoaded ? `${EXAMPLES_PATH}/${image}.webp` : undefined}
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
