import { publicEditSchemas } from './edit-requests.ts';
import type { EndpointSchemas } from './endpoint-types.ts';
import { publicGenerationSchemas } from './generation-schemas.ts';
import { publicPhotoSchemas } from './photo-requests.ts';
import type { PublicEndpointName } from './public-api.ts';
import { publicListSchemas, publicReadSchemas, readCreditsSchemas } from './schemas.ts';
import { deleteThumbnailSchemas } from './thumbnail-requests.ts';

/** The schemas of the whole public API, for its document and for MCP. The function of an endpoint imports its own schemas only. */
export const PUBLIC_SCHEMAS = {
  generateThumbnail: publicGenerationSchemas,
  createThumbnail: publicPhotoSchemas,
  listThumbnails: publicListSchemas,
  readThumbnail: publicReadSchemas,
  createEdit: publicEditSchemas,
  deleteThumbnail: deleteThumbnailSchemas,
  readCredits: readCreditsSchemas,
} as const satisfies Record<PublicEndpointName, EndpointSchemas>;
