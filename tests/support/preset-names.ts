// Name of the target that shows a VRM preset on the synthetic avatar; made so that it fits none of the 52 channels.
// Shapes of the presets are in head-fields.ts.

export function presetTargetName(preset: string): string {
  return `preset_${preset}`;
}
