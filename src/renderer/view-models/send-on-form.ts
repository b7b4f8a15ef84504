import type { CommandArgs } from '../../shared/contract/commands';
import type { CaptureDetail, EndpointView, RouteView } from '../../shared/contract/views';
import type { EndpointId } from '../../shared/model/ids';
import { joinTarget, tailOf } from '../../shared/rules/forwarding';
import { splitUrl } from '../../shared/rules/request-headers';
import { bytesIn } from './body-bytes';
import { bodyBase64, bodyOf, bodySize, type DraftBody } from './draft-body';
import { editable, framingOf } from './forwarding';
import { readHeaderLines, writeHeaderLines } from './header-lines';

/** What a person fills in to send a capture on. */
export type SendOnDraft = {
  readonly to: 'endpoint' | 'url';
  readonly endpointId: EndpointId | null;
  readonly url: string;
  /** Path and query that are added to the URL. */
  readonly tail: string;
  readonly as: 'exact' | 'edited';
  readonly method: string;
  /** One a line. */
  readonly headers: string;
  readonly body: DraftBody;
  /** The body is not what came any more. */
  readonly isBodyEdited: boolean;
};

/** Larger texts are not put into an editor; their bytes go out as they came. */
const MOST_EDITED = 262_144;

/** The form as it opens: to the first endpoint that does not lead back to the capture’s own route, as it came. */
export function sendOnDraft(
  capture: CaptureDetail,
  route: Pick<RouteView, 'id' | 'path'> | undefined,
  endpoints: readonly EndpointView[],
  mayBeExact: boolean,
): SendOnDraft {
  const others = endpoints.filter(({ routeId }) => routeId === null || routeId !== capture.routeId);
  const target = others[0] ?? endpoints[0];
  const size = bytesIn(capture.body);
  return {
    to: target === undefined ? 'url' : 'endpoint',
    endpointId: target?.id ?? null,
    url: '',
    tail: tailOf(capture.target, route?.path ?? null),
    as: mayBeExact ? 'exact' : 'edited',
    method: capture.method,
    headers: writeHeaderLines(editable(capture)),
    body: size > MOST_EDITED ? { kind: 'bytes', base64: capture.body, size } : bodyOf(capture.body),
    isBodyEdited: false,
  };
}

/** The URL that it goes to, before its tail; '' while there is none. */
const targetUrl = ({ to, url, endpointId }: SendOnDraft, endpoints: readonly EndpointView[]): string =>
  to === 'url' ? url.trim() : (endpoints.find(({ id }) => id === endpointId)?.url ?? '');

/** `POST http://localhost:3000/hooks/5?x=1`: how the captured path joins the URL. */
export const requestLine = (draft: SendOnDraft, endpoints: readonly EndpointView[]): string => {
  const url = targetUrl(draft, endpoints);
  return url === '' ? '' : `${draft.method} ${joinTarget(url, draft.tail)}`;
};

/** What is made anew for an edited message, as `Name: value` lines. */
export function framingLines(draft: SendOnDraft, endpoints: readonly EndpointView[]): string {
  const read = readHeaderLines(draft.headers);
  const host = splitUrl(targetUrl(draft, endpoints))?.host ?? 'of the target';
  return writeHeaderLines(framingOf(read.ok ? read.value : [], draft.method, bodySize(draft.body), host));
}

/** Whose ids and signatures go out. */
export function saySignatures(draft: SendOnDraft, endpoints: readonly EndpointView[]): string {
  if (draft.as === 'exact') {
    return 'Ids and signature headers go out as they came: the signature still fits the bytes. The endpoint adds nothing of its own.';
  }
  const target = endpoints.find(({ id }) => id === draft.endpointId);
  if (draft.to === 'url' || target === undefined) return 'Nothing signs it anew: what stands in the headers goes out.';
  return target.policy.signing === 'none'
    ? `${target.name} signs nothing: its own headers take the place of those with the same names.`
    : `${target.name} signs anew: its ids, signature, authorization and headers take the place of those with the same names. Signatures of other names stay, and may fit no more.`;
}

/** The command, or what is wrong with the form. */
export function sendOnArgs(
  id: CaptureDetail['id'],
  draft: SendOnDraft,
): CommandArgs<'capture.sendOn'> | { readonly field: string; readonly message: string } {
  const { to, endpointId, tail, method } = draft;
  if (to === 'endpoint' && endpointId === null) return { field: 'to.id', message: 'Choose an endpoint.' };
  const target =
    to === 'url' || endpointId === null
      ? ({ kind: 'url', url: draft.url } as const)
      : ({ kind: 'endpoint', id: endpointId } as const);
  if (draft.as === 'exact') return { id, to: target, tail, as: { kind: 'exact' } };
  const read = readHeaderLines(draft.headers);
  if (!read.ok) return { field: 'as.headers', message: read.problem.message };
  const body = draft.isBodyEdited ? bodyBase64(draft.body) : null;
  return {
    id,
    to: target,
    tail,
    as: { kind: 'edited', method, headers: read.value.map(([name, value]) => [name, value]), body },
  };
}
