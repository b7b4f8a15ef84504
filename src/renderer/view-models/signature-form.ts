import type { CommandArgs } from '../../shared/contract/commands';
import type { HeaderList } from '../../shared/model/header';
import type { CaptureId, DeliveryId, EndpointId, RouteId } from '../../shared/model/ids';
import type { Encoding } from '../../shared/rules/signatures/encodings';
import {
  BUILT_IN_SCHEMES,
  builtInScheme,
  type Hash,
  type KeyForm,
  type SchemeChoice,
  type SignatureScheme,
  STANDARD_WEBHOOKS,
  schemeOfChoice,
} from '../../shared/rules/signatures/scheme';
import type { SignatureVerdict } from '../../shared/rules/signatures/verify';
import { showHidden } from '../../shared/words/hidden';
import { shortText } from './bodies/text-lines';
import type { CodeSource } from './body-lines';
import type { Hue, Shape } from './outcome-look';

/** What the lab looks at. The scheme and the secret to begin with are known where it was opened from a request. */
export type LabSubject =
  | { readonly kind: 'pasted' }
  | { readonly kind: 'capture'; readonly id: CaptureId }
  | { readonly kind: 'attempt'; readonly deliveryId: DeliveryId; readonly n: number };

export type LabStart = { readonly schemeId?: string; readonly secret?: SecretChoice };

/** Whose secret is used: an endpoint's, a route's own, or one that is typed. */
export type SecretChoice = `endpoint:${EndpointId}` | `route:${RouteId}` | 'typed';

export type TemplateForm = {
  readonly header: string;
  readonly idHeader: string;
  readonly timestampHeader: string;
  readonly prefix: string;
  readonly signed: string;
  readonly hash: Hash;
  readonly encoding: Encoding;
  readonly key: KeyForm;
};

export type LabForm = {
  readonly head: string;
  readonly body: string;
  readonly bodyIs: 'text' | 'base64';
  /** The id of a built-in scheme, or `template`. */
  readonly schemeId: string;
  readonly template: TemplateForm;
  readonly secret: SecretChoice;
  readonly typed: string;
  readonly computed: string;
};

export const NEW_TEMPLATE: TemplateForm = {
  header: 'X-Signature',
  idHeader: '',
  timestampHeader: '',
  prefix: 'sha256=',
  signed: '{body}',
  hash: 'sha256',
  encoding: 'hex',
  key: 'text',
};

export const startOf = ({ schemeId, secret }: LabStart): LabForm => ({
  head: '',
  body: '',
  bodyIs: 'text',
  schemeId: schemeId ?? STANDARD_WEBHOOKS.id,
  template: NEW_TEMPLATE,
  secret: secret ?? 'typed',
  typed: '',
  computed: '',
});

/** The scheme whose header stands in a request; Standard Webhooks where none does. */
export function guessedScheme(headers: HeaderList): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return (BUILT_IN_SCHEMES.find(({ header }) => names.has(header.toLowerCase())) ?? STANDARD_WEBHOOKS).id;
}

export const choiceOf = ({ schemeId, template }: Pick<LabForm, 'schemeId' | 'template'>): SchemeChoice =>
  schemeId === 'template' ? { kind: 'template', ...template } : { kind: 'built-in', id: schemeId };

/** A choice as the form has it. */
export function formOfChoice(choice: SchemeChoice): Pick<LabForm, 'schemeId' | 'template'> {
  if (choice.kind === 'built-in') return { schemeId: choice.id, template: NEW_TEMPLATE };
  const { kind, idHeader, timestampHeader, ...rest } = choice;
  return { schemeId: kind, template: { ...rest, idHeader: idHeader ?? '', timestampHeader: timestampHeader ?? '' } };
}

/** What a snippet is written for. */
export const schemeOfForm = (form: LabForm): SignatureScheme | undefined =>
  form.schemeId === 'template' ? schemeOfChoice(choiceOf(form)) : builtInScheme(form.schemeId);

export function checkArgs(subject: LabSubject, form: LabForm): CommandArgs<'signature.check'> {
  const { head, body, bodyIs, computed } = form;
  const [kind = '', id = ''] = form.secret.split(':');
  return {
    request: subject.kind === 'pasted' ? { kind: 'pasted', head, body, bodyIs } : subject,
    scheme: choiceOf(form),
    secret: kind === 'typed' ? { kind, text: form.typed } : { kind: kind === 'route' ? 'route' : 'endpoint', id },
    computed,
  };
}

export type VerdictMark = { readonly hue: Hue; readonly shape: Shape };

export function signatureMark(verdict: SignatureVerdict): VerdictMark {
  if (verdict.kind === 'valid') return { hue: 'ok', shape: 'disc' };
  return verdict.kind === 'invalid' ? { hue: 's5', shape: 'cross' } : { hue: 'idle', shape: 'ring' };
}

/** What stands for white space, so that it is seen, and the words for it. */
export const WHITE_SPACE_SAYS = '· space   » tab   ¶ newline';

/** What was signed, its white space made visible; what is hidden shows as its code. */
export function baseSource(text: string): CodeSource {
  const lines = text.split('\n').map((line, index, all) => (index < all.length - 1 ? `${line}¶` : line));
  const source = shortText(lines.join('\n'));
  return {
    count: source.count,
    at(index) {
      const { number, pieces } = source.at(index);
      return { number, pieces: pieces.flatMap(({ text: piece }) => visible(piece)) };
    },
  };
}

function visible(text: string): { readonly kind: 'plain' | 'punctuation'; readonly text: string }[] {
  return showHidden(text)
    .split(/([ \t¶]+)/)
    .filter((part) => part !== '')
    .map((part) =>
      /^[ \t¶]/.test(part)
        ? { kind: 'punctuation', text: part.replace(/ /g, '·').replace(/\t/g, '»') }
        : { kind: 'plain', text: part },
    );
}
