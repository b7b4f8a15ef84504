/** Hands a text to the person as a file: the window asks where it goes, a browser puts it with its downloads. */
export function saveFile(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
