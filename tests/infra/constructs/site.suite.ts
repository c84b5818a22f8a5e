import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { other, permissions, prod, render, statements } from '../support/cloud.ts';

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  CachePolicyId: string;
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[];
  [property: string]: unknown;
}
interface Origin {
  Id: string;
  DomainName: unknown;
  [property: string]: unknown;
}

const distribution = prod.one('AWS::CloudFront::Distribution', 'SiteDistribution').Properties[
  'DistributionConfig'
] as { CacheBehaviors: Behavior[]; DefaultCacheBehavior: Behavior; Origins: Origin[] };
const pages = distribution.DefaultCacheBehavior;
const originOf = ({ TargetOriginId }: Behavior) =>
  distribution.Origins.find(({ Id }) => Id === TargetOriginId);

const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = prod.one(
  'AWS::CloudFront::ResponseHeadersPolicy',
  'SiteHeaders',
).Properties['ResponseHeadersPolicyConfig'] as {
  SecurityHeadersConfig: Record<string, Record<string, unknown>>;
  CustomHeadersConfig: { Items: Record<string, unknown>[] };
};

describe('the bucket of the site', () => {
  const bucket = prod.one('AWS::S3::Bucket', 'SiteBucket').Properties;
  const policy = prod.one('AWS::S3::BucketPolicy', 'SiteBucketPolicy').Properties['PolicyDocument'];

  it('is private, and no website of its own', () => {
    expect(bucket['PublicAccessBlockConfiguration']).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket).not.toHaveProperty('WebsiteConfiguration');
  });

  it('is read by this distribution alone, through origin access control', () => {
    const { Properties: access } = prod.one(
      'AWS::CloudFront::OriginAccessControl',
      'SiteDistributionOrigin1S3OriginAccessControl',
    );
    const readers = statements(policy).filter(({ Action }) => Action === 's3:GetObject');

    expect(access['OriginAccessControlConfig']).toMatchObject({
      OriginAccessControlOriginType: 's3',
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
    expect(render(originOf(pages)?.['OriginAccessControlId'])).toMatch(/OriginAccessControl\.Id\}$/);
    expect(readers).toMatchObject([{ Effect: 'Allow', Principal: { Service: 'cloudfront.amazonaws.com' } }]);
    const StringEquals = (readers[0]?.Condition as { StringEquals?: Record<string, unknown> } | undefined)
      ?.StringEquals;
    expect(render(StringEquals?.['AWS:SourceArn'])).toMatch(/:distribution\/\$\{SiteDistribution\}$/);
  });

  it('is reached over TLS alone', () => {
    expect(permissions(policy)).toContain('Deny s3:* ${SiteBucket.Arn}/*');
  });
});

describe('the distribution', () => {
  it('serves pages over HTTPS, with the security headers', () => {
    expect(render(originOf(pages)?.DomainName)).toBe('${SiteBucket.RegionalDomainName}');
    expect(pages['ViewerProtocolPolicy']).toBe('redirect-to-https');
    expect(render(pages['ResponseHeadersPolicyId'])).toBe('${SiteHeaders}');
  });

  it('speaks HTTP/2 and 3, and compresses what it caches with brotli and gzip', () => {
    expect(distribution).toMatchObject({ HttpVersion: 'http2and3', IPV6Enabled: true });
    expect(pages).toMatchObject({
      Compress: true,
      // AWS's own CachingOptimized, which takes both.
      CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
    });
  });

  it('forwards /api/* to the API, caches nothing of it, and lets every method and header through', () => {
    expect(distribution.CacheBehaviors).toHaveLength(1);
    const [api] = distribution.CacheBehaviors;
    expect(api).toMatchObject({
      PathPattern: '/api/*',
      ViewerProtocolPolicy: 'https-only',
      // AWS's own names: CachingDisabled, and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
    expect(api?.['AllowedMethods']).toContain('POST');
    expect(render(api?.['ResponseHeadersPolicyId'])).toBe('${SiteHeaders}');
    const origin = api && originOf(api);
    expect(render(origin?.DomainName)).toBe('${ApiHttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}');
    expect(origin?.['CustomOriginConfig']).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginReadTimeout: 30,
    });
  });

  it('makes no page of an error: an answer of the API stays what it is', () => {
    expect(distribution).not.toHaveProperty('CustomErrorResponses');
    expect(distribution.CacheBehaviors[0]).not.toHaveProperty('FunctionAssociations');
  });
});

describe('the security headers', () => {
  const policy = render(security['ContentSecurityPolicy']?.['ContentSecurityPolicy']);
  const directives = new Map(
    policy.split('; ').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
  const images =
    'https://thumbforge-prod-images-${AWS::AccountId}-${AWS::Region}.s3.${AWS::Region}.${AWS::URLSuffix}';

  it('let nothing load that is not named', () => {
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('base-uri')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(directives.get('form-action')).toEqual(["'self'"]);
  });

  it("run the site's own scripts alone: none inline, none evaluated", () => {
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.has('script-src-elem') || directives.has('script-src-attr')).toBe(false);
    expect(policy).not.toContain('unsafe-eval');
  });

  it('let pages call the site, Cognito and the pictures', () => {
    expect(directives.get('connect-src')).toEqual([
      "'self'",
      'https://cognito-idp.${AWS::Region}.${AWS::URLSuffix}',
      images,
    ]);
  });

  it('let pages show the pictures', () => {
    expect(directives.get('img-src')).toEqual(["'self'", 'data:', 'blob:', images]);
  });

  it('allow nothing from everywhere', () => {
    expect([...directives.values()].flat()).not.toContain('*');
    expect([...directives.values()].flat().filter((source) => /^https?:$/.test(source))).toEqual([]);
  });

  it('are set over whatever the origin says', () => {
    for (const header of Object.values(security)) expect(header['Override']).toBe(true);
    expect(security).toMatchObject({
      ContentTypeOptions: {},
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
    });
    expect(custom.Items.map(({ Header }) => Header)).toEqual([
      'permissions-policy',
      'cross-origin-opener-policy',
    ]);
  });
});

describe('the page that a path shows', () => {
  const { FunctionCode: code } = prod.one('AWS::CloudFront::Function', 'SiteSinglePage').Properties;

  it('is chosen on the way in', () => {
    expect(pages.FunctionAssociations?.map(({ EventType }) => EventType)).toEqual(['viewer-request']);
    expect(render(pages.FunctionAssociations?.[0]?.FunctionARN)).toBe('${SiteSinglePage.FunctionARN}');
  });

  it.each([
    ['/', '/index.html'],
    ['/?session_id=1', '/index.html'],
    ['/auth', '/auth.html'],
    ['/auth?view=sign_up', '/app.html'],
    ['/buy-credits', '/app.html'],
    ['/auth/', '/app.html'],
    ['/a.b/c', '/app.html'],
    ['/index.html', '/app.html'],
    ['/assets/x.js', '/assets/x.js'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
  ])('%s: %s', (path, served) => {
    const [uri, query = ''] = path.split('?');
    const querystring = Object.fromEntries(
      [...new URLSearchParams(query)].map(([name, value]) => [name, { value }]),
    );
    const event = { request: { uri, querystring, method: 'GET', headers: {} } };

    const request = runInNewContext(`${String(code)}; handler(event);`, { event }) as unknown;

    expect(request).toEqual({ uri: served, querystring, method: 'GET', headers: {} });
  });
});

describe('the files of the site', () => {
  interface DeployedSources {
    /** For each source: its markers, and the references that they stand for. */
    SourceMarkers: Record<string, unknown>[];
  }

  /** The only file of that name that is uploaded. */
  const deployed = ({ directory }: typeof prod, name: string) => {
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const [file = '', ...more] = files.filter((path) => path.endsWith(name));
    expect(more).toEqual([]);
    return readFileSync(join(directory, file), 'utf8');
  };

  /** The deployment puts each reference where its marker stands. */
  const fill = (text: string, sources: Record<string, unknown>[]) =>
    Object.entries(Object.assign({}, ...sources) as Record<string, unknown>).reduce(
      (filled, [marker, reference]) => filled.replaceAll(marker, render(reference)),
      text,
    );

  const deployment = (id: string) => prod.one('Custom::CDKBucketDeployment', id).Properties;

  it('are kept for ever where their names hold their hash, and asked for anew where not', () => {
    expect(deployment('SiteAssetsCustomResource')).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      Prune: false,
    });
    expect(deployment('SitePagesCustomResource')).toMatchObject({
      Exclude: ['assets/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionPaths: ['/*'],
    });
  });

  it('name the origin that the site has, where others are to find it', () => {
    const { SourceMarkers } = deployment('SitePagesCustomResource') as unknown as DeployedSources;

    // The pages come second, after what is uploaded as it is.
    expect(fill(deployed(prod, 'index.html'), SourceMarkers.slice(1, 2))).toBe(
      '<link rel="canonical" href="https://${SiteDistribution.DomainName}/" />',
    );
  });

  it.each([
    [
      'prod',
      prod,
      'us-west-2',
      [
        { id: 'stability.stable-image-core-v1:1', label: 'Stable Image Core', cost: 1 },
        { id: 'stability.sd3-5-large-v1:0', label: 'Stable Diffusion 3.5 Large', cost: 1 },
      ],
    ],
    [
      'another stage',
      other,
      'eu-west-1',
      [
        { id: 'stability.stable-image-ultra-v1:1', label: 'Ultra', cost: 2 },
        { id: 'stability.unknown-v1:0', label: 'Unknown', cost: 1 },
      ],
    ],
  ])('hold the settings of %s in config.json, exactly those of the contract', (_, cloud, region, models) => {
    const { SourceMarkers } = cloud.one('Custom::CDKBucketDeployment', 'SitePagesCustomResource')
      .Properties as unknown as DeployedSources;
    const text = fill(deployed(cloud, 'config.json'), SourceMarkers);

    expect(JSON.parse(text)).toEqual({
      region,
      userPoolId: '${IdentityPool}',
      userPoolClientId: '${IdentityPoolSite}',
      magicLink: cloud === other,
      models,
      packs: [],
    });
  });
});
