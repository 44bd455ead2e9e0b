import type { SyncRun } from '#contract/timing.ts';
import { useText } from '#web/text.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';

const tones: Record<SyncRun['outcome'], Tone> = {
  running: 'pending',
  done: 'good',
  held: 'pending',
  failed: 'bad',
  abandoned: 'off',
};

/** How a run ended; below it why nothing came of it. The counts of a good one say enough. */
export function Outcome({ run: { outcome, message } }: { run: SyncRun }) {
  const text = useText();
  return (
    <span className="noted">
      <Chip tone={tones[outcome]}>{text(`admin.sync.outcome.${outcome}`)}</Chip>
      {outcome !== 'done' && outcome !== 'running' && <span className="soft">{message}</span>}
    </span>
  );
}
