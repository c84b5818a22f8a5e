import type { GeneratorHistory } from '../model/generator-history.ts';
import type { Generator } from '../hooks/use-generator.ts';
import { LazyVariationSheet } from './variations/lazy-variation-sheet.tsx';
import { Viewer } from './viewer.tsx';

interface GeneratorViewerProps {
  generator: Generator;
  history: GeneratorHistory;
  hasActions: boolean;
}

/** The viewer, or the variations side by side in its place. */
export function GeneratorViewer({ generator, history, hasActions }: GeneratorViewerProps) {
  const { variations, notification } = generator;
  if (variations) {
    return (
      <LazyVariationSheet
        ref={generator.section}
        variations={variations}
        history={history}
        onShow={generator.show}
        onCancel={generator.cancel}
        onStopWaiting={generator.leave}
      />
    );
  }
  return (
    <Viewer
      ref={generator.section}
      content={generator.content}
      hasActions={hasActions}
      repetition={generator}
      onShowVariations={generator.showVariations}
      onStopWaiting={generator.leave}
      onCancel={generator.cancel}
      onNotify={notification.ask}
      isNotified={notification.isAllowed}
      onShowLast={history.entries.length > 0 ? generator.leave : undefined}
      onImageLoad={generator.onImageLoad}
      onImageError={history.onImageError}
    />
  );
}
