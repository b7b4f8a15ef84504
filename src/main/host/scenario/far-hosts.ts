import type { Scenario } from './scenario';

type Reach = Pick<Scenario, 'clock' | 'endpoints'>;

/** Endpoints beside this machine that get the requests of hours or days in a burst. */
export function farEndpoints({ clock, endpoints }: Reach): readonly { readonly name: string; readonly url: string }[] {
  if (clock === 'realtime') return [];
  return endpoints.flatMap(({ name, target }) =>
    target.kind === 'route' || isLoopback(target.url) ? [] : [{ name, url: target.url }],
  );
}

/** Their hosts, each once. */
export const farHostsOf = (scenario: Reach): readonly string[] => [
  ...new Set(farEndpoints(scenario).map(({ url }) => URL.parse(url)?.host ?? url)),
];

const isLoopback = (url: string): boolean => /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?]|$)/i.test(url);
