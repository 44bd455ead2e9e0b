import type { Translate } from '#locales/messages.ts';
import { copyText } from '#web/ui/copy.ts';
import { toast } from '#web/ui/toast.ts';

/** Copies an address, and says so; where nothing can be copied it is there to be read. */
export async function copyLink(link: string, text: Translate): Promise<void> {
  const isCopied = await copyText(link);
  toast(
    isCopied ? { text: text('site.linkCopied') } : { text: text('participants.copyFailed', { link }), tone: 'bad' },
  );
}
