import { inject } from 'vitest';
import {
  startEmbeddedCloud,
  type EmbeddedCloud,
  type EmbeddedCloudOptions,
} from '../../../local/embedded-cloud.ts';

/** An embedded cloud of its own, on free ports, in memory unless told otherwise. */
export function startCloud(options: Partial<EmbeddedCloudOptions> = {}): Promise<EmbeddedCloud> {
  return startEmbeddedCloud({ assembly: inject('assembly'), instantModel: true, ...options });
}
