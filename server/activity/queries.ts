import type { Database, Tx } from '#server/db/connect.ts';

export interface NewActivity {
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

export function listActivities(db: Database, limit: number) {
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
    ])
    .orderBy('activities.id', 'desc')
    .limit(limit)
    .execute();
}
