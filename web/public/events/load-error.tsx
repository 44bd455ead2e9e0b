import type { ReactNode } from 'react';
import { useShell, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { useWaiting } from '#web/ui/waiting.ts';

interface LoadErrorProps {
  error: string;
  /** What stands here until the page that was asked for anew arrives. */
  outline: ReactNode;
}

/** Why there are no events, and the way to ask again. */
export function LoadError({ error, outline }: LoadErrorProps) {
  const text = useText();
  const { address } = useShell();
  const [isWaiting, setWaiting] = useWaiting();

  if (isWaiting) {
    return (
      <div role="status">
        <p className="vh">{text('home.loading')}</p>
        {outline}
      </div>
    );
  }
  return (
    <Alert title={text('home.errorTitle')} heading="h3">
      <p>{error}</p>
      <div className="btns">
        <a className="btn" href={address} onClick={() => setWaiting(true)}>
          {text('site.retry')}
        </a>
      </div>
    </Alert>
  );
}

/** Stands for the card of the next event. */
export function StarOutline() {
  return (
    <div className="star" aria-hidden="true">
      <div className="pic bone" />
      <div className="star-body">
        <Bones />
      </div>
    </div>
  );
}

/** Stands for a list of events. */
export function ListOutline() {
  return (
    <div className="stack" aria-hidden="true">
      <Bones />
    </div>
  );
}

const Bones = () => ['date', 'name', 'sum', 'lane'].map((part) => <span className="bone" key={part} />);
