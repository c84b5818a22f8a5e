/** `web/plugins/openapi-document.ts` makes it. */
declare module 'virtual:openapi-document' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module cannot import a file by its path
  const document: import('#contract/endpoints/openapi.ts').OpenApiDocument;
  export default document;
}
