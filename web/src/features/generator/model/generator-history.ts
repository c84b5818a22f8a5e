import type { Thumbnail } from '../../../api/thumbnails.ts';

/** The part of the thumbnail history that the generator uses. */
export interface GeneratorHistory {
  /** The oldest first. */
  entries: readonly Thumbnail[];
  find: (id: string) => Thumbnail | undefined;
  /** The thumbnails that new ones replace, the oldest first. */
  findReplaced: (userId: string, added: number) => readonly Thumbnail[];
  add: (thumbnail: Thumbnail) => void;
  onImageLoad: (thumbnail: Thumbnail) => void;
  onImageError: (thumbnail: Thumbnail) => void;
}
