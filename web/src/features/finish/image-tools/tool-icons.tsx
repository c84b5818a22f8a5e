/** The icons of the image tools. They load with them. */
import { createIcon } from '../../../ui/icons.tsx';
import type { Tool } from './tool-settings.ts';

export const TOOL_ICONS: Record<Tool, ReturnType<typeof createIcon>> = {
  erase: createIcon('M9 19l-5-5 9-9 7 7-7 7zM9 9.5l6.5 6.5M9 19h11'),
  replace: createIcon(
    'M5 10a7.5 7.5 0 0 1 13-3l1.5 1.5M19.5 4v4.5H15M19 14a7.5 7.5 0 0 1-13 3l-1.5-1.5M4.5 20v-4.5H9',
  ),
  recolor: createIcon('M12 3.5s6 6.2 6 10.5a6 6 0 0 1-12 0c0-4.3 6-10.5 6-10.5z'),
  move: createIcon(
    'M12 3v18M3 12h18M9.5 5.5L12 3l2.5 2.5M9.5 18.5L12 21l2.5-2.5M5.5 9.5L3 12l2.5 2.5M18.5 9.5L21 12l-2.5 2.5',
  ),
  upscale: createIcon('M4 10V4h6M4 4l6.5 6.5M20 14v6h-6M20 20l-6.5-6.5'),
};
