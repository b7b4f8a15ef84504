import { isSecretParameter, MARK } from './names';

/** What a place of the URL becomes, and how many secrets that hid. */
export type Redacted = { readonly text: string; readonly hidden: number };

const USER = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/** Hosts whose paths are the secret: whoever knows them may post. */
const SECRET_PATHS: readonly RegExp[] = [
  /^(https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[^?#]+/i,
  /^(https:\/\/(?:[a-z]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/[^/?#]+\/)[^/?#]+/i,
  /^(https:\/\/api\.telegram\.org\/(?:file\/)?bot)[^/?#]+/i,
];

/** A URL, or the target of a request, without what could be somebody's token. All other characters stay. */
export function redactedUrl(url: string, also: ReadonlySet<string>): Redacted {
  let hidden = 0;
  const hide = (text: string, pattern: RegExp, instead: string): string => {
    const changed = text.replace(pattern, instead);
    if (changed !== text) hidden += 1;
    return changed;
  };
  let text = hide(url, USER, `$1${MARK}@`);
  for (const pattern of SECRET_PATHS) text = hide(text, pattern, `$1${MARK}`);
  const at = text.search(/[?#]/);
  if (at === -1) return { text, hidden };
  const parameters = text.slice(at).replace(/([?#&;])([^=&;#?]*)=([^&;#]*)/g, (whole, before, name, value) => {
    if (value === '' || value === MARK || !isSecretParameter(decoded(name), also)) return whole;
    hidden += 1;
    return `${before}${name}=${MARK}`;
  });
  return { text: text.slice(0, at) + parameters, hidden };
}

/** A name as it was meant; one that is wrongly encoded is what it says. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
