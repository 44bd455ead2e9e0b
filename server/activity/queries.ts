import type { ActivityQuery } from '#contract/activity.ts';
import type { Database, Tx } from '#server/db/connect.ts';

interface NewActivity {
  staff_id: number | null;
  action: string;
  event_id?: number | null;
  participant_id?: number | null;
  subject?: string | null;
  subject_id?: number | null;
  changed: string;
}

export async function insertActivity(tx: Tx, activity: NewActivity): Promise<void> {
  await tx.insertInto('activities').values(activity).execute();
}

export function listActivities(db: Database, { event_id, action, before, limit }: ActivityQuery) {
  return db
    .selectFrom('activities')
    .leftJoin('staff', 'staff.id', 'activities.staff_id')
    .leftJoin('events', 'events.id', 'activities.event_id')
    .leftJoin('participants', 'participants.id', 'activities.participant_id')
    .select([
      'activities.id',
      'activities.at',
      'activities.action',
      'events.name as event',
      'staff.name as user',
      'participants.first_name',
      'participants.last_name',
      'activities.event_id',
      'activities.participant_id',
      'activities.changed',
    ])
    .$if(event_id !== undefined, (all) => all.where('activities.event_id', '=', event_id ?? 0))
    .$if(action !== undefined, (all) => all.where('activities.action', '=', action ?? ''))
    .$if(before !== undefined, (all) => all.where('activities.id', '<', before ?? 0))
    .orderBy('activities.id', 'desc')
    .limit(limit)
    .execute();
}
