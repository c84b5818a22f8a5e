import type { Design } from '../../../contract/design.ts';
import { request } from './request.ts';

interface SaveDesignOptions {
  /** The version that the design was made from; 0 for none. */
  version: number;
  /** The page is being left. */
  keepalive?: boolean;
}

/**
 * Saves the design of a thumbnail.
 * @returns its version
 * @throws the errors of `request`; ApiError `design_changed` when another version was saved meanwhile
 */
export async function saveDesign(
  id: string,
  design: Design,
  { version, keepalive = false }: SaveDesignOptions,
): Promise<number> {
  const body = { design, version };
  return (await request('saveDesign', { params: { id }, body }, { keepalive })).version;
}
