import { Aws } from 'aws-cdk-lib';

/**
 * What the pages may load and call: their own files, Cognito, and the bucket of pictures. Neither scripts nor
 * styles are ever inline.
 */
export function securityPolicy({ imagesOrigin }: { imagesOrigin: string }): string {
  const cognito = `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'", cognito, imagesOrigin],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // data: holds the reference images, which never leave the browser.
    'img-src': ["'self'", 'data:', 'blob:', imagesOrigin],
    'manifest-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
