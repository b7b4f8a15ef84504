import { doubleQuoted, type SnippetLanguage } from './language';

export const go: SnippetLanguage = {
  id: 'go',
  name: 'Go',
  file: `package webhook

import (
	"crypto/hmac"
	"crypto/‹package›"
‹imports›	"net/http"
‹later›)

// Verify takes the body as it came: io.ReadAll(r.Body) before anything parses it.
func Verify(headers http.Header, body []byte, secret string) bool {
	value := headers.Get(‹header›)
‹read›
	key‹keyError› := ‹key›
‹keyCheck›	mac := hmac.New(‹hash›, key)
‹content›
	expected := ‹encode›
	for _, signature := range signatures {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}
`,
  idLine: '\tid := headers.Get(‹header›)',
  timestampLine: '\ttimestamp := headers.Get(‹header›)',
  timestampFieldLine: `	timestamp := ""
	for _, part := range parts {
		if strings.HasPrefix(part, ‹mark›) && timestamp == "" {
			timestamp = part[‹length›:]
		}
	}`,
  whole: `	signatures := []string{}
	if strings.HasPrefix(value, ‹mark›) {
		signatures = append(signatures, value[‹length›:])
	}`,
  list: `	signatures := []string{}
	for _, part := range strings.Fields(value) {
		if strings.HasPrefix(part, ‹mark›) {
			signatures = append(signatures, part[‹length›:])
		}
	}`,
  fields: `	signatures := []string{}
	parts := strings.Split(value, ",")
	for _, part := range parts {
		if strings.HasPrefix(part, ‹mark›) {
			signatures = append(signatures, part[‹length›:])
		}
	}`,
  age: `	seconds, wrong := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Now().Unix() - seconds; wrong != nil || age > ‹seconds› || age < -‹seconds› {
		return false // too old, or ahead
	}`,
  key: {
    text: '[]byte(secret)',
    base64: 'base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))',
    hex: 'hex.DecodeString(secret)',
  },
  hash: { sha1: 'sha1.New', sha256: 'sha256.New', sha512: 'sha512.New' },
  encode: {
    hex: 'hex.EncodeToString(mac.Sum(nil))',
    base64: 'base64.StdEncoding.EncodeToString(mac.Sum(nil))',
    base64url: 'base64.RawURLEncoding.EncodeToString(mac.Sum(nil))',
  },
  piece: {
    words: '\tmac.Write([]byte(‹words›))',
    id: '\tmac.Write([]byte(id))',
    timestamp: '\tmac.Write([]byte(timestamp))',
    body: '\tmac.Write(body)',
  },
  betweenPieces: '\n',
  quoted: doubleQuoted,
};
