/** The icons of the finish page. They load with it, not with the first page. */
import { Icon } from '../../../ui/icons.tsx';

export const TextIcon = () => (
  <Icon>
    <path d="M5 7.5V5h14v2.5M12 5v14M9.5 19h5" />
  </Icon>
);

export const CutoutIcon = () => (
  <Icon>
    <circle cx="6" cy="7" r="2.75" />
    <circle cx="6" cy="17" r="2.75" />
    <path d="M8.3 8.6L20 17M8.3 15.4L20 7" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M15 6v-.5A2.5 2.5 0 0 0 12.5 3h-7A2.5 2.5 0 0 0 3 5.5v7A2.5 2.5 0 0 0 5.5 15H6" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.5V16M13.8 10.5V16" />
  </Icon>
);

export const UndoIcon = () => (
  <Icon>
    <path d="M8.5 5l-4 4 4 4M5 9h9.5a5 5 0 0 1 0 10H11" />
  </Icon>
);

export const RedoIcon = () => (
  <Icon>
    <path d="M15.5 5l4 4-4 4M19 9H9.5a5 5 0 0 0 0 10H13" />
  </Icon>
);

export const BackIcon = () => (
  <Icon>
    <path d="M19 12H5M11 6l-6 6 6 6" />
  </Icon>
);

export const ForwardIcon = () => (
  <Icon>
    <path d="M12 19V5M6 11l6-6 6 6" />
  </Icon>
);

export const BackwardIcon = () => (
  <Icon>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
);

export const AlignLeftIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h10M4 18h13" />
  </Icon>
);

export const AlignCenterIcon = () => (
  <Icon>
    <path d="M4 6h16M7 12h10M5 18h14" />
  </Icon>
);

export const AlignRightIcon = () => (
  <Icon>
    <path d="M4 6h16M10 12h10M7 18h13" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M12 4.5L3 19.5h18zM12 10.5v4M12 17v.2" />
  </Icon>
);

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />
  </Icon>
);
