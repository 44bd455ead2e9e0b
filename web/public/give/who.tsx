import type { Event } from '#contract/events.ts';
import type { ParticipantRow } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/dates.ts';
import { takesGifts } from '#domain/gift.ts';
import { pageName } from '#domain/names.ts';
import { takesPledges } from '#domain/pledge.ts';
import { giftProgress, pledgeProgress } from '#domain/progress.ts';
import { unitWord } from '#locales/units.ts';
import { Bib } from '#web/parts/bib.tsx';
import { giftCount, takesNow } from '#web/parts/event-words.ts';
import { Raised } from '#web/parts/goal.tsx';
import { sumOf } from '#web/parts/sum.ts';
import { useShell, useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface WhoProps {
  event: Event;
  participant: ParticipantRow;
}

/** Who is supported, what they have to say, and what they have raised. */
export function Who({ event, participant }: WhoProps) {
  const t = useText();
  const { language } = useShell();
  const { name, bib, club, motivational_message: message, supporters } = participant;
  const isGivenTo = takesGifts(event);
  return (
    <div className="who">
      <div className="who-top">
        <Bib bib={bib} name={name} size="l" />
        <div className="stack">
          <p className="when">
            <a href={paths.event(event.slug)}>{event.name}</a>
            {event.event_date && (
              <>
                {' · '}
                <span className="num">{formatDay(event.event_date, language)}</span>
              </>
            )}
          </p>
          <h1>{name}</h1>
          {club && <p className="soft sm">{club}</p>}
        </div>
      </div>
      {message && <blockquote className="quote">{t('donation.quote', { message })}</blockquote>}
      {isGivenTo && <Given event={event} participant={participant} />}
      {/* Beside gifts a second nought would only be asked about. */}
      {takesPledges(event) && (!isGivenTo || supporters > 0) && <Pledged event={event} participant={participant} />}
      {participant.status === 'registered' && (
        <p>
          <a className="more" href={paths.card(pageName(participant))}>
            {t('donation.card')} <Icon name="arrow" />
          </a>
        </p>
      )}
    </div>
  );
}

function Given({ event, participant }: WhoProps) {
  const t = useText();
  return (
    <Raised
      {...sumOf(participant.gifts, event.donation_goal, giftProgress)}
      label={t('event.given')}
      people={giftCount(participant, t)}
      over={!takesNow(event, participant)}
      total="m"
    />
  );
}

/** Where the event takes both, what was given is the one big figure. */
function Pledged({ event, participant }: WhoProps) {
  const t = useText();
  const unit = unitWord(t, event.donation_unit_description);
  return (
    <Raised
      {...sumOf(participant.confirmed_per_unit, event.donation_per_unit_goal, pledgeProgress)}
      label={t('donation.pledgedPerUnit', { unit })}
      people={t('donation.pledges', { count: participant.supporters, unit })}
      over={!takesNow(event, participant)}
      size={takesGifts(event) ? 's' : 'm'}
      total={takesGifts(event) ? 's' : 'm'}
    />
  );
}
