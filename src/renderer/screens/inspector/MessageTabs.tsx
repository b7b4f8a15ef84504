import type { HeaderList } from '../../../shared/model/header';
import { isSigningHeader } from '../../../shared/words/headers';
import { BodyView } from '../../parts/BodyView';
import type { InspectedMessage } from '../../view-models/inspected';
import { HeaderTable } from './HeaderTable';

export const BodyTab = ({ message }: { readonly message: InspectedMessage }) => (
  <BodyView key={message.body.id} {...message.body} />
);

export function HeadersTab({ message }: { readonly message: InspectedMessage }) {
  return (
    <>
      <HeaderTable first={message.first} headers={message.headers} />
      {message.trailers.length === 0 ? null : (
        <HeaderTable label="Trailers" first="Trailers, after the body" headers={message.trailers} />
      )}
    </>
  );
}

/** Both parts of a response under each other. */
export const ResponseTab = ({ message }: { readonly message: InspectedMessage }) => (
  <>
    <HeadersTab message={message} />
    <BodyTab message={message} />
  </>
);

/** The headers that sign a request, or are signed with it. */
export function SignatureTab({ headers }: { readonly headers: HeaderList }) {
  const signing = headers.filter(([name]) => isSigningHeader(name));
  if (signing.length === 0) return <p className="tab-empty">No header of it signs it, as far as its name tells.</p>;
  return <HeaderTable label="Signing headers" first="Headers that sign it, or are signed with it" headers={signing} />;
}
