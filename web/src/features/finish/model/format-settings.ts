import type { ImageFormat } from '../../../lib/export/file-name.ts';
import type { Size } from './render/finished-image.ts';

/** For example `1280 × 720`. */
export const formatSize = ({ width, height }: Size): string => `${width} × ${height}`;

export const formatName = (format: ImageFormat): string => format.toUpperCase();
