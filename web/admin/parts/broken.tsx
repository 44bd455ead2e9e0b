import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';

/** A screen that cannot be drawn says so; the tabs above it still lead elsewhere. */
export function Broken() {
  const text = useText();
  return (
    <Alert tone="bad" title={text('problem.heading')} role="alert">
      <p>{text('problem.text')}</p>
      <div className="btns">
        <button className="btn btn-line" type="button" onClick={() => location.reload()}>
          {text('site.retry')}
        </button>
      </div>
    </Alert>
  );
}
