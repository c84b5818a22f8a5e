import { useEffect, useState } from 'react';
import type * as SheetModule from './variation-sheet.tsx';
import type { VariationSheetProps } from './variation-sheet.tsx';
import '../../../../ui/viewfinder.css';
import '../viewer.css';

/** The sheet of the variations. Its code loads with the first ones, and its space is reserved. */
export function LazyVariationSheet(props: VariationSheetProps) {
  const [code, setCode] = useState<typeof SheetModule>();
  useEffect(() => {
    // Without the sheet, the variations still arrive in Previous Thumbnails.
    import('./variation-sheet.tsx').then(setCode, () => undefined);
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
