export const REGION = 'us-west-2';
export const SITE_URL = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Site', 'DomainName'] }]] };

/** A function behind an API and a distribution. The integration tests provision the resources of the product. */
export const RESOURCES = {
  Numbers: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
  },
  Site: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Origins: [
          {
            Id: 'api',
            DomainName: { 'Fn::Join': ['', [{ Ref: 'Api' }, '.execute-api.us-west-2.amazonaws.com']] },
          },
        ],
        DefaultCacheBehavior: { TargetOriginId: 'api' },
      },
    },
  },
  EchoFunction: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'function.zip' },
      Handler: 'index.handler',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
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
  Role: { Type: 'AWS::IAM::Role', Properties: {} },
};
