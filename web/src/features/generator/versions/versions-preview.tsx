import { useEffect, useState } from 'react';
import type * as SheetModule from './version-sheet.tsx';
import type { VersionSheetProps } from './version-sheet.tsx';
import '../../../ui/viewfinder.css';
import '../preview.css';

/** The sheet of the versions. Its code loads with the first versions, and its space is reserved. */
export function VersionsPreview(props: VersionSheetProps) {
  const [code, setCode] = useState<typeof SheetModule>();
  useEffect(() => {
    // Without the sheet, the versions still arrive in Previous Thumbnails.
    import('./version-sheet.tsx').then(setCode, () => undefined);
  }, []);
  if (code) return <code.default {...props} />;
  return (
    <section ref={props.ref} className="preview" data-state="generating" aria-label="Preview" aria-busy>
      <div className="viewfinder">
        <div className="preview-frame" />
      </div>
      <div className="preview-actions" />
    </section>
  );
}
