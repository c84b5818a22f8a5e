/** True if a file is a video. Some systems do not know the types of the files of cameras and recorders, so the name also counts. */
export const isVideo = ({ name, type }: File): boolean =>
  type.startsWith('video/') || /\.(mp4|m4v|mov|webm|mkv)$/i.test(name);
