import { z } from 'zod';

const security = z.object({
  ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }).optional(),
  ContentTypeOptions: z.object({}).optional(),
  FrameOptions: z.object({ FrameOption: z.string() }).optional(),
  ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }).optional(),
  StrictTransportSecurity: z
    .object({ AccessControlMaxAgeSec: z.number(), IncludeSubdomains: z.boolean().default(false) })
    .optional(),
});
const policyProperties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    SecurityHeadersConfig: security.default({}),
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) })
      .default({ Items: [] }),
  }),
});

/** The headers that a CloudFront response headers policy adds, with AWS addresses turned into this machine's. */
export function headersOf(properties: unknown, localize: (text: string) => string): Record<string, string> {
  const config = policyProperties.parse(properties).ResponseHeadersPolicyConfig;
  const { SecurityHeadersConfig: given, CustomHeadersConfig: custom } = config;
  const transport = given.StrictTransportSecurity;
  const headers: Record<string, string | undefined> = {
    'content-security-policy': given.ContentSecurityPolicy?.ContentSecurityPolicy,
    'x-content-type-options': given.ContentTypeOptions && 'nosniff',
    'x-frame-options': given.FrameOptions?.FrameOption,
    'referrer-policy': given.ReferrerPolicy?.ReferrerPolicy,
    'strict-transport-security':
      transport &&
      `max-age=${transport.AccessControlMaxAgeSec}${transport.IncludeSubdomains ? '; includeSubDomains' : ''}`,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, localize(value)]],
    ),
  );
}
