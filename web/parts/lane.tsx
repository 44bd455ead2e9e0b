import type { Progress } from '#domain/progress.ts';

interface LaneProps {
  progress: Progress;
  label: string;
  /** What the bar says in words: «80%, CHF 48’230.50 von CHF 60’000.00». */
  valueText: string;
  size?: 's' | 'm' | 'l';
}

const sizes = { s: 'lane lane-s', m: 'lane', l: 'lane lane-l' };
const percent = (part: number) => `${part.toFixed(1)}%`;

/** Progress is a lane: it runs to a chequered finish line, and past it in tally stripes. */
export function Lane({ progress: { percent: said, fill, goalAt }, label, valueText, size = 'm' }: LaneProps) {
  return (
    <div
      className={sizes[size]}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, said ?? Math.round(fill))}
      aria-valuetext={valueText}
    >
      <svg aria-hidden="true" focusable="false">
        <rect className="run" width={percent(fill)} height="100%" />
        {goalAt !== null && goalAt < 100 && <line className="past" x1={percent(goalAt)} x2="100%" y1="50%" y2="50%" />}
        {goalAt !== null && (size === 's' ? <Post at={goalAt} /> : <Flag at={goalAt} />)}
      </svg>
    </div>
  );
}

function Flag({ at }: { at: number }) {
  return (
    <svg x={percent(at)}>
      <line className="flag-back" x1="-4" x2="-4" y2="100%" />
      <line className="flag" x1="-5.5" x2="-5.5" y2="100%" />
      <line className="flag" strokeDashoffset="3" x1="-2.5" x2="-2.5" y2="100%" />
    </svg>
  );
}

/** The goal of a small lane, as they stand in rows: a plain post in place of the chequered flag. */
function Post({ at }: { at: number }) {
  return <rect className="post" x={percent(at)} width="2" height="100%" />;
}
