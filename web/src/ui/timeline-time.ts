// Time of a recording as people read it.
// Hundredths of a second at most, not frames: recordings differ in how many frames they have.

const SECONDS_PER_MINUTE = 60;
const HUNDREDTHS = 100;

/** `mm:ss.ff`, ff being hundredths of a second; minutes go on above 99. */
export function timeText(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * HUNDREDTHS + 1e-6));
  const whole = Math.floor(hundredths / HUNDREDTHS);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = two(Math.floor(whole / SECONDS_PER_MINUTE));
  return `${minutes}:${two(whole % SECONDS_PER_MINUTE)}.${two(hundredths % HUNDREDTHS)}`;
}

/** `m:ss`: 75.4 is 1:15; what lies before 0 is 0:00. For what is still being recorded. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / SECONDS_PER_MINUTE)}:${String(whole % SECONDS_PER_MINUTE).padStart(2, "0")}`;
}
