import { useEffect, useState } from 'react';

/** Whether the page waits, mostly for the next one. Brought back from the browser's memory it waits for nothing. */
export function useWaiting() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const returned = () => setWaiting(false);
    addEventListener('pageshow', returned);
    return () => removeEventListener('pageshow', returned);
  }, []);
  return [isWaiting, setWaiting] as const;
}
