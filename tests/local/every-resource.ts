export const REGION = 'us-west-2';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
export const SITE_URL = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Site', 'DomainName'] }]] };

/** One resource of each kind, connected to each other like those of the product. */
export const RESOURCES = {
  Numbers: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    },
  },
  Files: { Type: 'AWS::S3::Bucket', Properties: {} },
  Images: {
    Type: 'AWS::S3::Bucket',
    Properties: {
      CorsConfiguration: { CorsRules: [{ AllowedOrigins: [SITE_URL], AllowedMethods: ['GET'] }] },
    },
  },
  Deployment: {
    Type: 'Custom::CDKBucketDeployment',
    Properties: {
      SourceObjectKeys: ['site.zip'],
      SourceMarkers: [{ '<url>': SITE_URL }],
      DestinationBucketName: { Ref: 'Files' },
      Exclude: ['*.txt'],
      Include: ['kept.txt'],
      SystemMetadata: { 'cache-control': 'no-cache' },
    },
  },
  Headers: {
    Type: 'AWS::CloudFront::ResponseHeadersPolicy',
    Properties: {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          ContentSecurityPolicy: {
            ContentSecurityPolicy: `connect-src 'self' https://bucket.s3.${REGION}.amazonaws.com`,
          },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY' },
          ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true },
        },
        CustomHeadersConfig: { Items: [{ Header: 'X-Custom', Value: 'yes' }] },
      },
    },
  },
  Site: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        DefaultRootObject: 'config.json',
        Origins: [
          { Id: 'files', DomainName: { 'Fn::GetAtt': ['Files', 'RegionalDomainName'] } },
          {
            Id: 'api',
            DomainName: {
              'Fn::Select': [2, { 'Fn::Split': ['/', { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }] }],
            },
          },
        ],
        CacheBehaviors: [{ PathPattern: 'api/*', TargetOriginId: 'api' }],
        DefaultCacheBehavior: {
          TargetOriginId: 'files',
          Compress: true,
          CachePolicyId: CACHING_OPTIMIZED,
          ResponseHeadersPolicyId: { Ref: 'Headers' },
        },
      },
    },
  },
  EchoFunction: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'function.zip' },
      Handler: 'index.handler',
      Timeout: 30,
      MemorySize: 256,
      Environment: { Variables: { TABLE: { Ref: 'Numbers' }, SITE: SITE_URL, SECRET: { Ref: 'Secret' } } },
    },
  },
  Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: {} },
  Integration: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: { 'Fn::GetAtt': ['EchoFunction', 'Arn'] },
      PayloadFormatVersion: '2.0',
    },
  },
  Route: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'Api' },
      RouteKey: 'GET /api/environment',
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] },
    },
  },
  Secret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: {
      GenerateSecretString: { SecretStringTemplate: '{"user":"a"}', GenerateStringKey: 'password' },
    },
  },
  // The embedded cloud cannot run this schedule, but it is disabled.
  Disabled: {
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: 'cron(0 12 * * ? *)', State: 'DISABLED' },
  },
  Role: { Type: 'AWS::IAM::Role', Properties: {} },
  Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
};
