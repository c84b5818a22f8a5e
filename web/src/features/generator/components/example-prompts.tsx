import { useEffect, useState } from 'react';
import { EXAMPLE_PROMPTS, EXAMPLES_PATH } from '#contract/example-prompts.ts';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';
import './example-prompts.css';

export type Example = (typeof EXAMPLE_PROMPTS)[number];

interface ExamplePromptsProps {
  disabled?: boolean;
  /** The example in a visitor's viewer. Undefined for a user, who sees no pictures. */
  shown?: number;
  onPick: (index: number, prompt: string) => void;
}

/** Shows a visitor the pictures of the stage, if it has some: the attribute of the root element decides, in the style sheet. */
export function ExamplePrompts({ disabled, shown, onPick }: ExamplePromptsProps) {
  const hasPictures = shown !== undefined;
  return (
    <div className={hasPictures ? 'example-prompts examples-pictured' : 'example-prompts'}>
      <div className="examples-head">
        <h2>{hasPictures ? 'Start from an example' : 'Examples'}</h2>
        {hasPictures && <p>Local sketches, not made by a model</p>}
      </div>
      <ul className="examples" aria-label="Example prompts">
        {EXAMPLE_PROMPTS.map((example, index) => (
          <li key={example.image}>
            <button
              type="button"
              className="example"
              aria-current={index === shown || undefined}
              disabled={disabled}
              onClick={() => onPick(index, example.prompt)}
            >
              {hasPictures && <ExamplePicture example={example} />}
              <span>{example.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ExamplePictureProps {
  example: Example;
  /** Loads as soon as the page is laid out. Others wait for the hydration: they would delay it on a slow connection. */
  isFirst?: boolean;
}

/** Lazy, so that a hidden picture is not requested. */
export function ExamplePicture({ example, isFirst = false }: ExamplePictureProps) {
  const isHydrated = useIsHydrated();
  return (
    <img
      src={isFirst || isHydrated ? `${EXAMPLES_PATH}/${example.image}.webp` : undefined}
      alt=""
      width={480}
      height={270}
      loading="lazy"
      decoding="async"
    />
  );
}

const EXAMPLE_MS = 5_000;

/** The example in a visitor's viewer: each in turn, until the visitor chooses one. The first stays under reduced motion. */
export function useExampleShow(isRunning: boolean) {
  const [index, setIndex] = useState(0);
  const [isChosen, setIsChosen] = useState(false);

  useEffect(() => {
    if (!isRunning || isChosen || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((shown) => (shown + 1) % EXAMPLE_PROMPTS.length);
    }, EXAMPLE_MS);
    return () => clearInterval(timer);
  }, [isRunning, isChosen]);

  return {
    index,
    current: EXAMPLE_PROMPTS[index],
    choose: (next: number) => {
      setIsChosen(true);
      setIndex(next);
    },
  };
}
