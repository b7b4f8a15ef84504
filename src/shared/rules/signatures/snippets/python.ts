import { doubleQuoted, type SnippetLanguage } from './language';

export const python: SnippetLanguage = {
  id: 'python',
  name: 'Python',
  file: `import base64
import hashlib
import hmac
import re
import time


# headers: names in lower case. body: the bytes as they came, such as request.get_data() in Flask.
def verify(headers, body, secret):
    value = headers.get(‹header›, "")
‹read›
    key = ‹key›
    content = ‹content›
    digest = hmac.new(key, content, ‹hash›).digest()
    expected = ‹encode›
    return any(hmac.compare_digest(signature.encode(), expected) for signature in signatures)
`,
  idLine: '    id = headers.get(‹header›, "").encode()',
  timestampLine: '    timestamp = headers.get(‹header›, "").encode()',
  timestampFieldLine:
    '    timestamp = next((part[‹length›:] for part in parts if part.startswith(‹mark›)), "").encode()',
  whole: '    signatures = [value[‹length›:]] if value.startswith(‹mark›) else []',
  list: '    signatures = [part[‹length›:] for part in value.split(" ") if part.startswith(‹mark›)]',
  fields: `    parts = value.split(",")
    signatures = [part[‹length›:] for part in parts if part.startswith(‹mark›)]`,
  age: `    if not re.fullmatch(rb"[0-9]{1,15}", timestamp) or abs(time.time() - int(timestamp)) > ‹seconds›:
        return False  # too old, or ahead`,
  key: {
    text: 'secret.encode()',
    base64: 'base64.b64decode(re.sub("^whsec_", "", secret))',
    hex: 'bytes.fromhex(secret)',
  },
  hash: { sha1: 'hashlib.sha1', sha256: 'hashlib.sha256', sha512: 'hashlib.sha512' },
  encode: {
    hex: 'digest.hex().encode()',
    base64: 'base64.b64encode(digest)',
    base64url: 'base64.urlsafe_b64encode(digest).rstrip(b"=")',
  },
  piece: { words: '‹words›.encode()', id: 'id', timestamp: 'timestamp', body: 'body' },
  betweenPieces: ' + ',
  quoted: doubleQuoted,
};
