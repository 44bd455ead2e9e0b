import type { Event } from '#contract/events.ts';
import type { Pages, ParticipantRow } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { takesPledges } from '#domain/pledge.ts';
import type { TextKey } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { GiveForm } from './give/form.tsx';
import { Organiser } from './give/organiser.tsx';
import { Who } from './give/who.tsx';

/** One participant, and the ways to support them. */
export function GivePage({ event, participant, gift, form }: Pages['give']) {
  const t = useText();
  const closed = whyClosed(event, participant);
  return (
    <div className="wrap give">
      <Who event={event} participant={participant} />
      {closed ? (
        <div className="form">
          <Alert>
            <p>{t(closed)}</p>
          </Alert>
          <div className="btns">
            <a className="btn" href={paths.event(event.slug)}>
              {t('donation.toList')}
            </a>
          </div>
        </div>
      ) : (
        <GiveForm event={event} participant={participant} gift={gift} state={form} />
      )}
      <Organiser event={event} />
    </div>
  );
}

/** Why nobody can give here, in the words and the order of what the calls would refuse. */
function whyClosed(event: Event, { status }: ParticipantRow): TextKey | null {
  if (!event.is_active) return 'error.event_closed';
  if (!event.takes_gifts && !takesPledges(event)) return 'error.gifts_off';
  if (status === 'pending') return 'error.participant_pending';
  return status === 'withdrawn' ? 'error.participant_withdrawn' : null;
}
