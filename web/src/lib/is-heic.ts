/** True if a file is a photo in the format of iPhones. Some systems report no type for such a file, so its name also counts. */
export const isHeic = ({ name, type }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
