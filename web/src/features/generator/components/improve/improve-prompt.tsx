import { useState } from 'react';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { Button } from '../../../../ui/button.tsx';
import { SparkIcon } from '../../../../ui/icons.tsx';
import { useCode } from '../../../../ui/lazy-part.tsx';
import type { SuggestionProps } from './suggestion.tsx';

interface ImprovePromptProps {
  prompt: string;
  /** The words of the prompt without its link. */
  idea: string;
  /** The link of the prompt, which a suggestion keeps. */
  link: string | undefined;
  disabled: boolean;
  onReplace: (prompt: string) => void;
}

/** Asks for a suggestion. The suggestion replaces the prompt only when the creator uses it, and is never sent by itself. */
export function ImprovePrompt({ prompt, idea, link, disabled, onReplace }: ImprovePromptProps) {
  const config = useSiteConfig();
  const [asked, setAsked] = useState<{ idea: string; attempt: number }>();

  // A suggestion belongs to its idea. It goes when another idea is generated.
  if (asked && disabled && asked.idea !== idea.trim()) setAsked(undefined);

  if (config.status === 'success' && !config.data.promptAssistance) return null;
  const ask = () => setAsked({ idea: idea.trim(), attempt: (asked?.attempt ?? 0) + 1 });
  return (
    <>
      <Button
        variant="quiet"
        className="improve-button"
        title="Suggests a more detailed prompt"
        disabled={disabled || config.status !== 'success' || !hasVisibleCharacter(idea)}
        onClick={ask}
      >
        <SparkIcon />
        <span>Improve</span>
      </Button>
      {asked && (
        <div className="suggestion-slot" role="group" aria-label="Suggestion">
          <LazySuggestion
            key={asked.attempt}
            idea={asked.idea}
            prompt={prompt}
            disabled={disabled}
            onUse={(text) => onReplace(link === undefined ? text : `${text} ${link}`)}
            onUndo={onReplace}
            onRetry={ask}
            onClose={() => setAsked(undefined)}
          />
        </div>
      )}
    </>
  );
}

/** Loads the code of the suggestion with the first press. If the code cannot be loaded, the suggestion closes. */
function LazySuggestion(props: SuggestionProps) {
  const code = useCode(() => import('./suggestion.tsx'), props.onClose);
  return code && <code.default {...props} />;
}
