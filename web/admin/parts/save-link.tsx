import { useState, type MouseEvent } from 'react';
import { fetchFile } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { toast } from '#web/ui/toast.ts';

interface SaveLinkProps {
  href: string;
  /** What is saved and how: «Bestätigte exportieren (164): CSV». */
  label: string;
  /** The title over why it was not saved. */
  failed: string;
  /** The end of `label`. */
  children: string;
}

/** A link to a file. Pressed, it is fetched here: what goes wrong is said here too, and no half of a file is saved. */
export function SaveLink({ href, label, failed, children }: SaveLinkProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);

  const fetchAndSave = async (click: MouseEvent) => {
    if (!isPlainClick(click)) return;
    click.preventDefault();
    if (busy) return;
    setBusy(true);
    const { error, ...got } = await fetchFile(href);
    setBusy(false);
    if ('file' in got) save(got.file);
    else toast({ title: failed, text: error?.text ?? text('error.unreachable'), tone: 'bad' });
  };
  return (
    <a
      className="btn btn-line"
      href={href}
      download
      aria-label={label}
      aria-disabled={busy}
      onClick={(click) => void fetchAndSave(click)}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="down" />} {children}
    </a>
  );
}

/** Some browsers begin to read only after the click. */
const READ_MS = 60_000;

function save(file: File): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_MS);
}
