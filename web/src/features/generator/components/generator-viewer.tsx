import { useEffect, useState } from 'react';
import type { Generator } from '../hooks/use-generator.ts';
import type { GeneratorHistory } from '../model/generator-history.ts';
import type { VariationSheetProps } from './variations/variation-sheet.tsx';
import type * as SheetModule from './variations/variation-sheet.tsx';
import { Viewer } from './viewer.tsx';
import '../../../ui/viewfinder.css';
import './viewer.css';

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

/** The sheet of the variations. Its code loads with the first ones, and its space is reserved. */
function LazyVariationSheet(props: VariationSheetProps) {
  const [code, setCode] = useState<typeof SheetModule>();
  useEffect(() => {
    // Without the sheet, the variations still arrive in Previous Thumbnails.
    import('./variations/variation-sheet.tsx').then(setCode, () => undefined);
  }, []);
  if (code) return <code.default {...props} />;
  return (
    <section ref={props.ref} className="viewer" data-state="generating" aria-label="Preview" aria-busy>
      <div className="viewfinder">
        <div className="viewer-frame" />
      </div>
      <div className="viewer-actions" />
    </section>
  );
}
