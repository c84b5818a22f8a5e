import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for the SDK's chain of providers in every bundle (../../infra/build/functions.ts): Lambda puts its role's
 * credentials into the environment and nowhere else, so that SSO, profiles and instance metadata would only be read in
 * at each cold start. Source: "Defined runtime environment variables", AWS Lambda Developer Guide.
 */
export const defaultProvider = fromEnv;
