/** Names a zip with the files of all languages after one file of it, or after the zip of the originals. */
export const languagesZipName = (name: string): string => name.replace(/\.\w+$/, '-languages.zip');

/** Adds to the name of a file what the file has, for example `mountain-sunrise-1280x720-pt-BR.jpg`. */
export const addToFileName = (name: string, addition: string): string =>
  name.replace(/(?=\.\w+$)/, `-${addition}`);
