/** The icons of the finish page. They load with it, not with the first page. */
import { Icon } from '../../../ui/icons.tsx';

const createIcon = (path: string) =>
  function PathIcon() {
    return (
      <Icon>
        <path d={path} />
      </Icon>
    );
  };

export const TextIcon = createIcon('M5 7.5V5h14v2.5M12 5v14M9.5 19h5');
export const CutoutIcon = createIcon(
  'M8.3 8.6L20 17M8.3 15.4L20 7M8.75 7a2.75 2.75 0 1 1-5.5 0a2.75 2.75 0 1 1 5.5 0M8.75 17a2.75 2.75 0 1 1-5.5 0a2.75 2.75 0 1 1 5.5 0',
);
export const PlusIcon = createIcon('M12 5v14M5 12h14');
export const CopyIcon = createIcon(
  'M15 6v-.5A2.5 2.5 0 0 0 12.5 3h-7A2.5 2.5 0 0 0 3 5.5v7A2.5 2.5 0 0 0 5.5 15H6M11.5 9h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-6a2.5 2.5 0 0 1-2.5-2.5v-6A2.5 2.5 0 0 1 11.5 9z',
);
export const TrashIcon = createIcon(
  'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.5V16M13.8 10.5V16',
);
export const UndoIcon = createIcon('M8.5 5l-4 4 4 4M5 9h9.5a5 5 0 0 1 0 10H11');
export const RedoIcon = createIcon('M15.5 5l4 4-4 4M19 9H9.5a5 5 0 0 0 0 10H13');
export const BackIcon = createIcon('M19 12H5M11 6l-6 6 6 6');
export const ForwardIcon = createIcon('M12 19V5M6 11l6-6 6 6');
export const BackwardIcon = createIcon('M12 5v14M6 13l6 6 6-6');
export const AlignLeftIcon = createIcon('M4 6h16M4 12h10M4 18h13');
export const AlignCenterIcon = createIcon('M4 6h16M7 12h10M5 18h14');
export const AlignRightIcon = createIcon('M4 6h16M10 12h10M7 18h13');
export const WarningIcon = createIcon('M12 4.5L3 19.5h18zM12 10.5v4M12 17v.2');
export const SunIcon = createIcon(
  'M16 12a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
);
export const MoonIcon = createIcon('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z');
