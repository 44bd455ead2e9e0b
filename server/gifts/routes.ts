import type { gifts } from '#contract/gifts.ts';
import type { Handlers } from '#server/http/handler.ts';
import { takeNotice } from '#server/payments/notices.ts';
import { give, giftForHolder } from './actions.ts';
import { exportGifts } from './export.ts';
import { settleFlag } from './hand.ts';
import { giftsOfEvent } from './list.ts';

export const giftRoutes: Handlers<typeof gifts> = {
  'POST /api/gifts': (ctx, { body, key, caller }) => give(ctx, body, key, caller),
  'GET /api/gifts/{id}': (ctx, { params }) => giftForHolder(ctx, params.id),
  'POST /api/payrexx/webhook': (ctx, { body }) => takeNotice(ctx, body),
  'GET /api/events/{id}/gifts': (ctx, { params, query }) => giftsOfEvent(ctx, params.id, query),
  'GET /api/gifts/export/event/{id}': (ctx, { params, query, caller }) =>
    exportGifts(ctx, caller, params.id, query.format),
  'PUT /api/gifts/{id}': (ctx, { params, caller }) => settleFlag(ctx, caller.staff, params.id),
};
