export type DeliverArgs = {
  readonly port: number;
  /** What the peer answers. */
  readonly status: number;
  readonly atOnce: number;
  readonly warmUp: number;
  readonly count: number;
};

/** How fast, and at what price: CPU time of the thread that did it, which a busy neighbour changes less. */
export type Rates = { readonly perSecond: number; readonly cpuUsEach: number; readonly systemUsEach: number };

export const rates = (
  count: number,
  tookMs: number,
  cpu: { readonly user: number; readonly system: number },
): Rates => ({
  perSecond: count / (tookMs / 1_000),
  cpuUsEach: (cpu.user + cpu.system) / count,
  systemUsEach: cpu.system / count,
});
