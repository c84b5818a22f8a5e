import type { ReactNode } from 'react';

export function Icon({ children, viewBox = '0 0 24 24' }: { children: ReactNode; viewBox?: string }) {
  return (
    <svg
      className="icon"
      viewBox={viewBox}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** An icon of one path. */
export const createIcon = (path: string) =>
  function PathIcon() {
    return (
      <Icon>
        <path d={path} />
      </Icon>
    );
  };

export const SparkIcon = createIcon(
  'M12 3l1.9 5.1L19 10l-5.1 1.9L12 17l-1.9-5.1L5 10l5.1-1.9zM19 16l.8 2.2L22 19l-2.2.8L19 22l-.8-2.2L16 19l2.2-.8z',
);

export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.75 20.25c.6-3.6 3.5-5.75 7.25-5.75s6.65 2.15 7.25 5.75" />
  </Icon>
);

export const BoltIcon = createIcon('M13 2L4.5 13.5H11L10 22l8.5-11.5H12z');

export const LayersIcon = createIcon('M12 3l9 5-9 5-9-5zM3 13l9 5 9-5');

export const PictureIcon = () => (
  <Icon viewBox="0 0 64 40">
    <rect x="1" y="1" width="62" height="38" rx="6" />
    <path d="M2 33l17-15 11 10 9-8 23 18" />
    <circle cx="47" cy="12" r="4" />
  </Icon>
);

export const BrokenPictureIcon = () => (
  <Icon viewBox="0 0 64 40">
    <path d="M27 1H7a6 6 0 0 0-6 6v26a6 6 0 0 0 6 6h25M37 1h20a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H42" />
    <path d="M27 1l7 10-6 9 8 9-4 10M37 1l5 10-6 9 9 10-3 9" />
  </Icon>
);

export const ChevronIcon = createIcon('M7 10l5 5 5-5');

export const AddPictureIcon = createIcon(
  'M20 13v4a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3h5M3.5 18l5-5 3.5 3 2.5-2 5 4M18 3v6M15 6h6',
);
