import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's chain of credential providers in every bundle (../../infra/build/functions.ts). Lambda puts the
 * credentials of its role into the environment only, so loading the SSO, profile and instance metadata providers would
 * only slow down each cold start. Source: "Defined runtime environment variables", AWS Lambda Developer Guide.
 */
export const defaultProvider = fromEnv;
