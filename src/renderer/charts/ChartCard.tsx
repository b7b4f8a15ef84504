import { ChartColumn, Image, Table2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { CopyButton } from '../parts/CopyButton';
import { Empty } from '../parts/Empty';
import { Icon } from '../parts/Icon';
import { Rules } from '../parts/Rules';
import { useMirror } from '../state/engine-context';
import { fileWord, saveFile } from '../state/save-file';
import { say, sayProblem } from '../state/toasts';
import { type ChartFacts, type ChartTable, csvOf } from '../view-models/charts/chart-table';
import { pictureOf } from './picture';
import { useWidth } from './use-width';

const BEFORE_PX = 420;

/**
 * A chart with its title, the sentence that says what one sees, the same as a table, and as a PNG.
 * `facts` null: there is nothing to draw yet, and `empty` says what to do.
 */
export function ChartCard({
  title,
  about,
  rules = [],
  facts,
  empty,
  legend = null,
  control = null,
  foot = 'Virtual time, UTC',
  children,
}: {
  readonly title: string;
  /** What the chart is of, for the file's name: an endpoint, a policy. Null: the run alone. */
  readonly about: string | null;
  readonly rules?: readonly string[];
  readonly facts: ChartFacts | null;
  readonly empty: { readonly says: string; readonly act?: ReactNode };
  readonly legend?: ReactNode;
  readonly control?: ReactNode;
  readonly foot?: string;
  readonly children: (widthPx: number) => ReactNode;
}) {
  const figure = useRef<HTMLElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(plot, BEFORE_PX);
  const [asTable, setAsTable] = useState(false);
  const run = useMirror((mirror) => mirror.run.name);
  const titleId = useId();
  const save = async (): Promise<void> => {
    if (figure.current === null) return;
    const name = `${['retryscope', run, ...(about === null ? [] : [about]), title].map(fileWord).join('-')}.png`;
    try {
      saveFile(await pictureOf(figure.current), name);
      say(`${name} is made.`);
    } catch (error) {
      sayProblem(
        `${title} could not be made into a picture: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  };
  return (
    <section className="chart-card" aria-labelledby={titleId}>
      <figure ref={figure}>
        <header>
          <h2 id={titleId}>{title}</h2>
          <Rules ids={rules} />
          {control === null ? null : <span data-no-picture>{control}</span>}
          <span className="grow" />
          {facts === null ? null : (
            <span className="chart-tools" data-no-picture>
              <button
                type="button"
                className="square plain small"
                aria-pressed={asTable}
                aria-label={asTable ? `${title} as a chart` : `${title} as a table`}
                title={asTable ? 'As a chart' : 'As a table'}
                onClick={() => setAsTable(!asTable)}
              >
                <Icon of={asTable ? ChartColumn : Table2} size={13} />
              </button>
              {asTable ? (
                <CopyButton text={() => csvOf(facts.table)} says={`Copy ${title} as CSV`} />
              ) : (
                <button
                  type="button"
                  className="square plain small"
                  aria-label={`Save ${title} as PNG`}
                  title="Save as PNG"
                  onClick={() => void save()}
                >
                  <Icon of={Image} size={13} />
                </button>
              )}
            </span>
          )}
        </header>
        <figcaption>{facts?.caption}</figcaption>
        <div ref={plot} className="chart-plot">
          {facts === null ? (
            <Empty says={empty.says}>{empty.act}</Empty>
          ) : asTable ? (
            <ChartRows title={title} table={facts.table} />
          ) : (
            children(widthPx)
          )}
        </div>
        {facts === null || asTable ? null : (
          <p className="chart-foot">
            {legend}
            <span className="grow" />
            <span>{foot}</span>
          </p>
        )}
      </figure>
    </section>
  );
}

function ChartRows({ title, table }: { readonly title: string; readonly table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be scrolled by itself
    <div className="chart-rows inset-focus" role="group" aria-label={`${title}, rows`} tabIndex={0}>
      <table aria-label={title}>
        <thead>
          <tr>
            {table.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
