import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import type { Mask, MaskTool } from './mask.ts';
import type { Placement } from './placement.ts';

export type Tool = 'erase' | 'replace' | 'recolor' | 'move' | 'upscale';

/** The creator's settings of the image tools. The page keeps them while another tab is open. */
export interface ToolSettings {
  /** Undefined while the layers can be moved. */
  tool: Tool | undefined;
  mask: Mask;
  maskTool: MaskTool;
  /** The width of the brush, in pixels of the image. */
  brush: number;
  removes: boolean;
  /** Replace without a mask: the thing is named. */
  byWords: boolean;
  find: string;
  prompt: string;
  placement: Placement;
}

export interface SettingsProps {
  settings: ToolSettings;
  change: (changes: Partial<ToolSettings>) => void;
}

/** The props of a tool that shows something above the canvas. */
export interface OverlayProps extends SettingsProps {
  /** The element with the canvas. */
  picture: HTMLElement | null;
  finished: FinishedImage;
}

/** The widths of the brush. */
export const BRUSH = { least: 8, most: 240 };

export const NO_TOOL: ToolSettings = {
  tool: undefined,
  mask: { strokes: [], cleared: [] },
  maskTool: 'brush',
  brush: 48,
  removes: false,
  byWords: false,
  find: '',
  prompt: '',
  placement: { scale: 1, x: 0.5, y: 0.5 },
};
