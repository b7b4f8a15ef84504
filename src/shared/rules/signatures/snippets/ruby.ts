import type { SnippetLanguage } from './language';

export const ruby: SnippetLanguage = {
  id: 'ruby',
  name: 'Ruby',
  file: `require "openssl"
require "base64"

# headers: names in lower case. body: request.raw_post in Rails, the bytes as they came.
def verify(headers, body, secret)
  value = headers[‹header›].to_s
‹read›
  key = ‹key›
  content = "".b
‹content›
  digest = OpenSSL::HMAC.digest("‹hash›", key, content)
  expected = ‹encode›
  signatures.any? { |signature| OpenSSL.secure_compare(signature, expected) }
end
`,
  idLine: '  id = headers[‹header›].to_s',
  timestampLine: '  timestamp = headers[‹header›].to_s',
  timestampFieldLine: '  timestamp = (parts.find { |part| part.start_with?(‹mark›) } || "")[‹length›..].to_s',
  whole: '  signatures = value.start_with?(‹mark›) ? [value[‹length›..]] : []',
  list: '  signatures = value.split(" ").select { |part| part.start_with?(‹mark›) }.map { |part| part[‹length›..] }',
  fields: `  parts = value.split(",")
  signatures = parts.select { |part| part.start_with?(‹mark›) }.map { |part| part[‹length›..] }`,
  age: `  return false unless timestamp.match?(/\\A[0-9]{1,15}\\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > ‹seconds› # too old, or ahead`,
  key: {
    text: 'secret',
    base64: 'Base64.decode64(secret.delete_prefix("whsec_"))',
    hex: '[secret].pack("H*")',
  },
  hash: { sha1: 'SHA1', sha256: 'SHA256', sha512: 'SHA512' },
  encode: {
    hex: 'digest.unpack1("H*")',
    base64: 'Base64.strict_encode64(digest)',
    base64url: 'Base64.urlsafe_encode64(digest, padding: false)',
  },
  piece: {
    words: '  content << ‹words›.b',
    id: '  content << id.b',
    timestamp: '  content << timestamp.b',
    body: '  content << body.b',
  },
  betweenPieces: '\n',
  // Interpolation would run what stands in a header's name.
  quoted: (text) => JSON.stringify(text).replace(/#/g, '\\#'),
};
