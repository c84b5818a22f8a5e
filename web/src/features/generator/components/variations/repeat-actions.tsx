import type { ReactNode } from 'react';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { formatCredits } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { RetryIcon, VersionsIcon } from '../../../../ui/icons.tsx';
import type { Repetition } from '../../hooks/use-request.ts';
import { VARIATION_COUNT } from '../../model/runs.ts';
import { useModelOptions } from '../../hooks/use-model-options.ts';

interface RepeatActionsProps {
  thumbnail: Thumbnail;
  disabled: boolean;
  onRepeat: (thumbnail: Thumbnail, model: string | undefined, repetition: Repetition) => void;
}

/** Repeats the request of the thumbnail in the viewer: once, or three times at once. */
export function RepeatActions({ thumbnail, disabled, onRepeat }: RepeatActionsProps) {
  const { reference, model } = thumbnail;
  const { selected } = useModelOptions(model, reference === 'video' ? 'style' : reference);

  const button = (count: number, label: string, icon: ReactNode) => {
    const cost = selected === undefined ? undefined : selected.cost * count;
    return (
      <Button
        variant="outline"
        disabled={disabled}
        onClick={() => onRepeat(thumbnail, selected?.id, { count, cost })}
      >
        {icon} {label} {cost !== undefined && <small>{formatCredits(cost)}</small>}
      </Button>
    );
  };
  return (
    <div className="viewer-repeat">
      {button(1, 'Another', <RetryIcon />)}
      {button(VARIATION_COUNT, 'Three versions', <VersionsIcon />)}
    </div>
  );
}
