const MOST = 80;

/** A name for an endpoint that was given by its URL alone: its host. */
export function nameForUrl(url: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url.trim())?.[1];
  return (host ?? 'My endpoint').slice(0, MOST);
}
