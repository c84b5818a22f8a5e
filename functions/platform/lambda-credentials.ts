import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's chain of credential providers in every bundle (../../infra/build/bundle-functions.ts). Lambda puts the credentials of
 * the role only into the environment. Loading the SSO, profile and instance metadata providers would only slow down each cold start.
 * Source: "Defined runtime environment variables", AWS Lambda Developer Guide.
 */
export const defaultProvider = fromEnv;

/**
 * Replaces the SDK's providers of bearer tokens in every bundle. A function signs its requests with the credentials of its role, so the SDK
 * never asks for a token. The replaced providers contain a client of IAM Identity Center, which would slow down each cold start.
 */
const refuse = () => Promise.reject(new Error('A Lambda function has no bearer token.'));

export const fromEnvSigningName = () => refuse;
export const nodeProvider = () => refuse;
