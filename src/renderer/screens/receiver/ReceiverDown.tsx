import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReceiverReport } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { useEngine } from '../../state/engine-context';

/** The receiver has no port: says why, and takes another one. */
export function ReceiverDown({ report }: { readonly report: Extract<ReceiverReport, { kind: 'down' }> }) {
  return (
    <section className="receiver-down card" aria-label="Your receiver">
      <h2>
        <Icon of={TriangleAlert} size={15} />
        Your receiver is not listening
      </h2>
      <p>{report.why}</p>
      <PortForm suggested={suggestedPort(report.why) ?? report.wantedPort + 1} />
    </section>
  );
}

/** The port that a refusal proposes: `Port 7878 is taken by node (pid 4121). Use 7879.` */
export function suggestedPort(message: string): number | null {
  const port = /\b(?:use|try) (\d{1,5})\b/i.exec(message)?.[1];
  return port === undefined ? null : Number(port);
}

export function PortForm({
  suggested,
  command = 'receiver.listen',
  onDone,
}: {
  readonly suggested: number;
  readonly command?: 'receiver.listen' | 'receiver.listenHttps';
  readonly onDone?: (port: number) => void;
}) {
  const { call } = useEngine();
  const [port, setPort] = useState(String(suggested));
  const [problem, setProblem] = useState<Problem | null>(null);
  const listen = async (): Promise<void> => {
    if (!/^\d+$/.test(port.trim())) {
      setProblem({ code: 'invalid', field: 'port', message: 'A port is 1 to 65535.' });
      return;
    }
    const result = await call(command, { port: Number(port) });
    setProblem(result.ok ? null : result.problem);
    if (result.ok) {
      onDone?.(Number(port));
      return;
    }
    const other = suggestedPort(result.problem.message);
    if (other !== null) setPort(String(other));
  };
  return (
    <form
      className="port-form"
      onSubmit={(event) => {
        event.preventDefault();
        void listen();
      }}
    >
      <FormRow label="Port" wrong={problem?.message}>
        {(control) => (
          <input
            {...control}
            className="text mono"
            inputMode="numeric"
            value={port}
            onChange={(event) => setPort(event.target.value)}
          />
        )}
      </FormRow>
      <button type="submit" className="button">
        Listen on {port === '' ? 'it' : port}
      </button>
    </form>
  );
}
