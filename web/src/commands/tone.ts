// A short tone, so that who stands far from the screen hears a countdown. Made on the spot; where a browser plays nothing, it is silent.

/** Hertz: of each second, and where the pose is taken. */
const LOW = 660;
const HIGH = 1320;
/** Seconds, and how loud at most. */
const LENGTH = 0.18;
const LOUDNESS = 0.25;

let context: AudioContext | null = null;

export function playTone(high: boolean): void {
  try {
    context ??= new AudioContext();
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const now = context.currentTime;
    oscillator.frequency.value = high ? HIGH : LOW;
    gain.gain.setValueAtTime(LOUDNESS, now);
    // To nothing by the end: a tone that is cut off cracks.
    gain.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(now);
    oscillator.stop(now + LENGTH);
  } catch {
    // No sound device, or none allowed.
  }
}
