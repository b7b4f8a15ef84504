import { shellWord } from './curl';

export const SAMPLE_LANGUAGES = ['cURL', 'Node', 'Python', 'Go'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

const BODY = '{"type":"ping","data":{"hello":"retryscope"}}';

/** A request to the receiver, ready to be pasted. */
export function receiverSample(language: SampleLanguage, url: string): string {
  switch (language) {
    case 'cURL':
      return `curl ${shellWord(url)} -H 'content-type: application/json' \\\n  -d '${BODY}'`;
    case 'Node':
      return `await fetch(${JSON.stringify(url)}, { method: 'POST',\n  headers: { 'content-type': 'application/json' }, body: '${BODY}' });`;
    case 'Python':
      return `import requests\nrequests.post(${JSON.stringify(url)}, json={'type': 'ping', 'data': {'hello': 'retryscope'}})`;
    case 'Go':
      return `http.Post(${JSON.stringify(url)}, "application/json",\n  strings.NewReader(\`${BODY}\`))`;
  }
}
