const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** Formats a time without its fraction: `08:14`, `1:02:03`. */
export function formatTime(seconds: number): string {
  const whole = Math.floor(toMilliseconds(seconds) / 1_000);
  const hours = Math.floor(whole / 3_600);
  const rest = `${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

/** Formats the time of a frame: `08:14.520`. */
export const formatTimeCode = (seconds: number): string =>
  `${formatTime(seconds)}.${pad(toMilliseconds(seconds) % 1_000, 3)}`;

/** Both parts of a time code come from one rounded number, so that 1.9996 is `00:02.000`. */
const toMilliseconds = (seconds: number) => Math.round(seconds * 1_000);

/** Names the file of a frame after its video and its time: `castle-ep-12-08-14.jpg`. */
export function nameFrame(videoName: string, seconds: number): string {
  const name = videoName.replace(/\.\w{1,5}$/, '').trim() || 'video';
  return `${name}-${formatTime(seconds).replaceAll(':', '-')}.jpg`;
}
