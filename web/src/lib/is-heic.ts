/** Whether a file is a photo as iPhones take it. Some systems know no type for it. */
export const isHeic = ({ name, type }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
