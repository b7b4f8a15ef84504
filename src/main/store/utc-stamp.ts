/** `20261130T060501Z`: a UTC instant as it can stand in a file's name. */
export const utcStamp = (wallMs: number): string =>
  new Date(wallMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
