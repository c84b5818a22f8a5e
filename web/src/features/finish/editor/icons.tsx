/** The icons of the finish page. They load with it, not with the first page. */
import { createIcon } from '../../../ui/icons.tsx';

export { CutoutIcon } from '../../../ui/action-icons.tsx';

export const TextIcon = createIcon('M5 7.5V5h14v2.5M12 5v14M9.5 19h5');
export const BrandIcon = createIcon('M7 4h10v16l-5-4-5 4z');
export const MirrorIcon = createIcon('M12 4v16M9 7v10H4zM15 7v10h5z');
export const CopyIcon = createIcon(
  'M15 6v-.5A2.5 2.5 0 0 0 12.5 3h-7A2.5 2.5 0 0 0 3 5.5v7A2.5 2.5 0 0 0 5.5 15H6M11.5 9h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-6a2.5 2.5 0 0 1-2.5-2.5v-6A2.5 2.5 0 0 1 11.5 9z',
);
export const UndoIcon = createIcon('M8.5 5l-4 4 4 4M5 9h9.5a5 5 0 0 1 0 10H11');
export const RedoIcon = createIcon('M15.5 5l4 4-4 4M19 9H9.5a5 5 0 0 0 0 10H13');
export const BeforeIcon = createIcon('M12 3v18M4 6h5.5M4 18h5.5M4 6v12M14.5 6H20v12h-5.5');
export const GripIcon = createIcon('M9 7h.01M15 7h.01M9 12h.01M15 12h.01M9 17h.01M15 17h.01');
export const BackIcon = createIcon('M19 12H5M11 6l-6 6 6 6');
export const ForwardIcon = createIcon('M12 19V5M6 11l6-6 6 6');
export const BackwardIcon = createIcon('M12 5v14M6 13l6 6 6-6');
export const AlignLeftIcon = createIcon('M4 6h16M4 12h10M4 18h13');
export const AlignCenterIcon = createIcon('M4 6h16M7 12h10M5 18h14');
export const AlignRightIcon = createIcon('M4 6h16M10 12h10M7 18h13');
export const SearchIcon = createIcon('M17 10.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 1 1 13 0M15.3 15.3L20 20');
export const VideoIcon = createIcon('M4 5h16v14H4zM8 5v14M16 5v14M4 9.7h4M4 14.3h4M16 9.7h4M16 14.3h4');
export const PenIcon = createIcon('M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3');
export const ScreenIcon = createIcon('M4 5h16v11H4zM9 20h6M12 16v4');
export const ChecksIcon = createIcon('M20.5 12a8.5 8.5 0 1 1-17 0a8.5 8.5 0 1 1 17 0M8.5 12.3l2.5 2.5 4.7-5');
export const WarningIcon = createIcon('M12 4.5L3 19.5h18zM12 10.5v4M12 17v.2');
export const VisibleIcon = createIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0a3 3 0 1 1 6 0',
);
export const HiddenIcon = createIcon(
  'M4 4l16 16M9.5 6a8.6 8.6 0 0 1 2.5-.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.2 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a8.5 8.5 0 0 0 4.3-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2',
);
export const LockIcon = createIcon('M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5');
export const UnlockedIcon = createIcon('M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 6.8-1.2');

export const PictureIcon = createIcon(
  'M4 5.5h16v13H4zM4 16l4.5-4.5 4 4 3-3L20 17M10 9.2a1.2 1.2 0 1 1-2.4 0a1.2 1.2 0 1 1 2.4 0',
);
export const EyeDropperIcon = createIcon(
  'M13 7.5l3.5 3.5M14.5 6l1.7-1.7a2 2 0 0 1 2.9 0l.6.6a2 2 0 0 1 0 2.9L18 9.5M14.8 9.3l-7.3 7.2-3 .9.9-3 7.2-7.2',
);
export const SHAPE_ICONS = {
  arrow: createIcon('M3.5 12H20M14 6l6 6-6 6'),
  circle: createIcon('M20 12a8 8 0 1 1-16 0a8 8 0 1 1 16 0'),
  box: createIcon('M4 6.5h16v11H4z'),
  line: createIcon('M4 12h16'),
};

/** An edge of the frame, or its middle, with two boxes beside it. */
export const EDGE_ICONS = {
  left: createIcon('M4 4v16M8 7h11v3.5H8zM8 14h7v3.5H8z'),
  center: createIcon('M12 3.5v2.5M12 9.5V13M12 16.5v4M6.5 6h11v3.5h-11zM8.5 13h7v3.5h-7z'),
  right: createIcon('M20 4v16M5 7h11v3.5H5zM9 14h7v3.5H9z'),
  top: createIcon('M4 4h16M7 8v11h3.5V8zM14 8v7h3.5V8z'),
  middle: createIcon('M3.5 12H6M9.5 12H13M16.5 12h4M6 6.5v11h3.5v-11zM13 8.5v7h3.5v-7z'),
  bottom: createIcon('M4 20h16M7 5v11h3.5V5zM14 9v7h3.5V9z'),
};
