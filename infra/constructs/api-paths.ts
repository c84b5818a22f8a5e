/** The beginnings of the paths that CloudFront forwards to the API, and that the firewall counts. */
export const API_PATHS = ['/api/', '/v1/', '/mcp'];
