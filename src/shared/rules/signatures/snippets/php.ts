import type { SnippetLanguage } from './language';

export const php: SnippetLanguage = {
  id: 'php',
  name: 'PHP',
  file: `<?php

// $headers: names in lower case. $body: file_get_contents('php://input'), the bytes as they came.
function verify(array $headers, string $body, string $secret): bool
{
    $value = $headers[‹header›] ?? '';
‹read›
    $key = ‹key›;
    $digest = hash_hmac('‹hash›', ‹content›, $key, true);
    $expected = ‹encode›;
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
`,
  idLine: "    $id = $headers[‹header›] ?? '';",
  timestampLine: "    $timestamp = $headers[‹header›] ?? '';",
  timestampFieldLine: `    $timestamp = '';
    foreach ($parts as $part) {
        if ($timestamp === '' && str_starts_with($part, ‹mark›)) {
            $timestamp = substr($part, ‹length›);
        }
    }`,
  whole: '    $signatures = str_starts_with($value, ‹mark›) ? [substr($value, ‹length›)] : [];',
  list: `    $signatures = [];
    foreach (explode(' ', $value) as $part) {
        if (str_starts_with($part, ‹mark›)) {
            $signatures[] = substr($part, ‹length›);
        }
    }`,
  fields: `    $signatures = [];
    $parts = explode(',', $value);
    foreach ($parts as $part) {
        if (str_starts_with($part, ‹mark›)) {
            $signatures[] = substr($part, ‹length›);
        }
    }`,
  age: `    if (!preg_match('/^[0-9]{1,15}$/D', $timestamp) || abs(time() - (int) $timestamp) > ‹seconds›) {
        return false; // too old, or ahead
    }`,
  key: {
    text: '$secret',
    base64: "base64_decode(preg_replace('/^whsec_/', '', $secret))",
    hex: 'hex2bin($secret)',
  },
  hash: { sha1: 'sha1', sha256: 'sha256', sha512: 'sha512' },
  encode: {
    hex: 'bin2hex($digest)',
    base64: 'base64_encode($digest)',
    base64url: "rtrim(strtr(base64_encode($digest), '+/', '-_'), '=')",
  },
  piece: { words: '‹words›', id: '$id', timestamp: '$timestamp', body: '$body' },
  betweenPieces: ' . ',
  quoted: (text) => `'${text.replace(/['\\]/g, '\\$&')}'`,
};
