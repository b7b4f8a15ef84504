import { expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY, isOwnDownload, rendererFile } from '../../src/main/shell/renderer-files';

const FOLDER = '/app/out/renderer';

it('finds the files of the page', () => {
  expect(rendererFile(FOLDER, 'app://retryscope/index.html')).toEqual({
    path: '/app/out/renderer/index.html',
    contentType: 'text/html; charset=utf-8',
  });
  expect(rendererFile(FOLDER, 'app://retryscope/assets/index-1.js?x#y')?.path).toBe(
    '/app/out/renderer/assets/index-1.js',
  );
});

it.each([
  'app://retryscope/../main/shell.js',
  'app://retryscope/%2e%2e/main/shell.js',
  'app://retryscope/..%2fmain/shell.js',
  'app://retryscope/%2e%2e%2fmain%2fshell.js',
  'app://retryscope/..%5cmain%5cshell.js',
  'app://retryscope/index.html%00.js',
  'app://retryscope/%',
  'app://retryscope/',
  'app://retryscope/notes.txt',
  'app://elsewhere/index.html',
  'file:///etc/passwd.html',
  'not an address',
])('never leaves its folder or its host: %s', (address) => {
  const file = rendererFile(FOLDER, address);
  // An address that the URL standard itself folds back into the folder is a file of the page that does not exist.
  expect(file === null || file.path === '/app/out/renderer/main/shell.js').toBe(true);
});

it('allows neither inline code nor code from elsewhere', () => {
  expect(CONTENT_SECURITY_POLICY).toContain("default-src 'none'");
  expect(CONTENT_SECURITY_POLICY).toMatch(/script-src 'self';/);
});

it('lets only what the page made itself be saved', () => {
  expect(isOwnDownload('blob:app://retryscope/1b9f7c1e-5f7e-4a55-9b0b-0a1f8f4e6f00')).toBe(true);
  for (const address of [
    'https://example.com/a.exe',
    'blob:https://example.com/1b9f7c1e',
    'blob:app://retryscope.example/1b9f7c1e',
    'data:text/html,x',
    'app://retryscope/index.html',
  ]) {
    expect(isOwnDownload(address)).toBe(false);
  }
});
