import { isSecretParameter, MARK } from './names';

/** What a place of the URL becomes, and how many secrets that hid. */
export type Redacted = { readonly text: string; readonly hidden: number };

/** Also of a URL within other text, as in a Link header, behind a base or as another one's parameter. */
const USER = /(?<=^|:)\/\/[^/?#\s]*@/g;

/** Hosts whose paths are the secret: whoever knows them may post. */
const SECRET_PATHS: readonly RegExp[] = [
  /(https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[^?#\s<>"]+/gi,
  /(https:\/\/(?:[a-z]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/[^/?#]+\/)[^/?#\s<>"]+/gi,
  /(https:\/\/api\.telegram\.org\/(?:file\/)?bot)[^/?#\s<>"]+/gi,
];

/** A URL, or the target of a request, without what could be somebody's token. All other characters stay. */
export function redactedUrl(url: string, also: ReadonlySet<string>): Redacted {
  let hidden = 0;
  const hide = (text: string, pattern: RegExp, instead: string): string => {
    const changed = text.replace(pattern, instead);
    if (changed !== text) hidden += 1;
    return changed;
  };
  let text = hide(url, USER, `//${MARK}@`);
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
