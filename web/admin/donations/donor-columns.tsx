import type { StaffPledge } from '#contract/pledges.ts';
import type { StaffGift } from '#contract/gifts.ts';
import type { Translate } from '#locales/messages.ts';
import type { Column } from '#web/admin/parts/data-table.tsx';
import { Email } from '#web/admin/parts/email.tsx';
import { Turn } from '#web/admin/turn.tsx';
import { leadTo } from './address.ts';

/** What a gift and a pledge say alike. */
type Given = Pick<StaffPledge | StaffGift, 'donor_name' | 'donor_email' | 'anonymous' | 'message'>;

/** The donor's name, wishes and e-mail. `nameOf` finds words where no name was given. */
export function donor<Row extends Given>(
  text: Translate,
  nameOf: (row: Row, text: Translate) => string,
): Column<Row>[] {
  return [
    {
      head: text('admin.name'),
      kind: 'name',
      sort: 'donor_name',
      cell: (row) => (
        <div>
          {nameOf(row, text)}
          {row.anonymous && <span className="aside">{text('donation.anonymous')}</span>}
          {row.message && <span className="aside lines">{`«${row.message}»`}</span>}
        </div>
      ),
    },
    {
      head: text('admin.email'),
      cell: ({ donor_email: email }) =>
        email ? (
          <a className="breaks" href={`mailto:${email}`}>
            <Email address={email} />
          </a>
        ) : (
          '-'
        ),
    },
  ];
}

/** For whom it is, where the rows are for many. */
export function participant<Row extends Pick<StaffPledge, 'participant_id' | 'participant_name'>>(
  text: Translate,
): Column<Row> {
  return {
    head: text('admin.participant'),
    cell: ({ participant_id: id, participant_name: name }) => (
      <Turn top to={leadTo({ participant: id })}>
        {name ?? text('admin.donations.erased')}
      </Turn>
    ),
  };
}
