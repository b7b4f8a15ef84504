import type { Hue, Shape } from '../view-models/outcome-look';

const CENTRE = 7;

/** A shape of 10 px in a box of 14; a final one is smaller and wears a ring of its hue. */
export function Mark({
  hue,
  shape,
  final = false,
  size = 14,
}: {
  readonly hue: Hue;
  readonly shape: Shape;
  readonly final?: boolean;
  readonly size?: number;
}) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      {final ? <circle className={`stroke stroke-${hue}`} cx={CENTRE} cy={CENTRE} r="6.2" strokeWidth="1.4" /> : null}
      {final ? (
        <g transform="translate(7 7) scale(.74) translate(-7 -7)">
          <Figure hue={hue} shape={shape} />
        </g>
      ) : (
        <Figure hue={hue} shape={shape} />
      )}
    </svg>
  );
}

function Figure({ hue, shape }: { readonly hue: Hue; readonly shape: Shape }) {
  const fill = `fill-${hue}`;
  const stroke = `stroke stroke-${hue}`;
  switch (shape) {
    case 'disc':
      return <circle className={fill} cx={CENTRE} cy={CENTRE} r="4.34" />;
    case 'triangle':
      return <path className={fill} d="M3.53 2.66 L11.34 7 L3.53 11.34 Z" />;
    case 'diamond':
      return <path className={fill} d="M7 1.79 L12.21 7 L7 12.21 L1.79 7 Z" />;
    case 'square':
      return <rect className={fill} x="3.1" y="3.1" width="7.8" height="7.8" rx="1" />;
    case 'hourglass':
      return <path className={fill} d="M3 2.66 H11 L3 11.34 H11 Z" />;
    case 'cross':
      return <path className={`${stroke} thick`} d="M3.5 3.5 L10.5 10.5 M10.5 3.5 L3.5 10.5" />;
    case 'stroked-ring':
      return <path className={stroke} d="M2.66 7 A4.34 4.34 0 1 1 11.34 7 A4.34 4.34 0 1 1 2.66 7 M4.4 9.6 L9.6 4.4" />;
    case 'ring':
      return <circle className={stroke} cx={CENTRE} cy={CENTRE} r="4.34" strokeWidth="1.8" />;
    case 'dashed-ring':
      return <circle className={stroke} cx={CENTRE} cy={CENTRE} r="4.34" strokeDasharray="2 2.5" />;
    case 'arc':
      return (
        <>
          <circle className="track" cx={CENTRE} cy={CENTRE} r="4.34" />
          <path className={`${stroke} turning`} d="M7 2.66 A4.34 4.34 0 0 1 11.34 7" />
        </>
      );
    case 'chevrons':
      return <path className={stroke} d="M3.1 3.5 l3.5 3.5 l-3.5 3.5 M7.4 3.5 l3.5 3.5 l-3.5 3.5" />;
    case 'bars':
      return <path className={fill} d="M3.53 2.66 h2.6 v8.68 h-2.6 Z M7.87 2.66 h2.6 v8.68 h-2.6 Z" />;
    case 'dash':
      return <path className={stroke} d="M3 7 H11" strokeWidth="2" />;
  }
}
