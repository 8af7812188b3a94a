// The browser's own file dialog, opened by a button elsewhere: an input that is not seen and takes no focus.
// What becomes of the files is the caller's.

interface FilePickerProps {
  readonly input: { current: HTMLInputElement | null };
  readonly testId: string;
  /** Endings that the dialog offers, `.vrm,.glb`. */
  readonly accept: string;
  readonly picked: (files: File[]) => void;
}

export function FilePicker({ input, testId, accept, picked }: FilePickerProps) {
  return (
    <input
      ref={input}
      class="visually-hidden"
      type="file"
      multiple
      tabIndex={-1}
      aria-hidden="true"
      data-testid={testId}
      accept={accept}
      onChange={(event) => {
        const field = event.currentTarget;
        const files = [...(field.files ?? [])];
        field.value = "";
        picked(files);
      }}
    />
  );
}
