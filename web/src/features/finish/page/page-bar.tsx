import { useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PAGE_BAR } from '../../../lib/page-bar.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { BackIcon } from '../editor/icons.tsx';

interface PageBarProps {
  title: string;
  /** The tools between the title and the account. */
  tools?: ReactNode;
  /** The content after the account. */
  end?: ReactNode;
}

/** The title and the tools of the page, in the header of the site. The heading itself is in the page, where the skip link leads. */
export function PageBar({ title, tools, end }: PageBarProps) {
  return (
    <>
      <h1 className="page-heading" dir="auto">
        {title}
      </h1>
      <InHeader id={PAGE_BAR.start}>
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link to={PATHS.library} aria-label="All thumbnails">
            <BackIcon /> <span>Thumbnails</span>
          </Link>
          <bdi aria-current="page" title={title}>
            {title}
          </bdi>
          <span id="language-place" />
        </nav>
        <div className="page-tools">{tools}</div>
      </InHeader>
      <InHeader id={PAGE_BAR.end}>{end}</InHeader>
    </>
  );
}

/** Shows its children in a place of the header, which may come to the page together with the page. */
function InHeader({ id, children }: { id: string; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(id)), [id]);
  return place && createPortal(children, place);
}
