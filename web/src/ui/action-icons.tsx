/** The icons of actions. They load with the parts that use them, not with the first page. */
import { createIcon, Icon } from './icons.tsx';

export const DownloadIcon = createIcon('M12 4v11M7 11l5 5 5-5M5 20h14');

export const CloseIcon = createIcon('M6 6l12 12M18 6L6 18');

export const CutoutIcon = createIcon(
  'M8.3 8.6L20 17M8.3 15.4L20 7M8.75 7a2.75 2.75 0 1 1-5.5 0a2.75 2.75 0 1 1 5.5 0M8.75 17a2.75 2.75 0 1 1-5.5 0a2.75 2.75 0 1 1 5.5 0',
);

export const RetryIcon = createIcon('M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7');

export const CheckIcon = createIcon('M5 12.5l4.5 4.5L19 7.5');

export const PlusIcon = createIcon('M12 5v14M5 12h14');

export const TrashIcon = createIcon(
  'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.5V16M13.8 10.5V16',
);

export const MoreIcon = () => (
  <Icon>
    <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="2.6" />
  </Icon>
);
