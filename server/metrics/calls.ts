import type { Services } from '#server/services.ts';
import { SignInRefused } from '#server/services/identity.ts';
import type { Delivery } from '#server/services/mail.ts';
import { PaymentsBusy, PaymentsRefused } from '#server/services/payments.ts';
import { PictureFailed } from '#server/services/pictures.ts';
import { TimingFailed } from '#server/services/timing.ts';
import type { CountCall, Outcome } from './meters.ts';

/** The same services, whose calls are counted by how they end. */
export function countedCalls({ timing, pictures, mail, identity, payments }: Services, count: CountCall): Services {
  const counted =
    <Given extends unknown[], Answer>(
      service: keyof Services,
      call: string,
      act: (...given: Given) => Promise<Answer>,
      outcomeOfAnswer: (answer: Answer) => Outcome = () => 'done',
    ) =>
    async (...given: Given): Promise<Answer> => {
      try {
        const answer = await act(...given);
        count(service, call, outcomeOfAnswer(answer));
        return answer;
      } catch (error) {
        count(service, call, outcomeOf(error));
        throw error;
      }
    };

  return {
    timing: { ...timing, fetchLists: counted('timing', 'list', timing.fetchLists) },
    pictures: { ...pictures, fetchPicture: counted('pictures', 'fetch', pictures.fetchPicture) },
    mail: { ...mail, deliver: counted('mail', 'deliver', mail.deliver, outcomeOfDelivery) },
    identity: {
      ...identity,
      begin: counted('identity', 'begin', identity.begin),
      finish: counted('identity', 'finish', identity.finish),
      refresh: counted('identity', 'refresh', identity.refresh),
    },
    payments: {
      ...payments,
      openCheckout: counted('payments', 'open', payments.openCheckout),
      readCheckout: counted('payments', 'read', payments.readCheckout),
      closeCheckout: counted('payments', 'close', payments.closeCheckout),
      listPayments: async function* (...span) {
        const pages = payments.listPayments(...span)[Symbol.asyncIterator]();
        const next = counted('payments', 'list', () => pages.next());
        for (let page = await next(); !page.done; page = await next()) yield page.value;
      },
    },
  };
}

function outcomeOfDelivery(delivery: Delivery): Outcome {
  if (delivery.sent) return 'done';
  if (delivery.outage) return 'failed';
  return delivery.final ? 'refused' : 'busy';
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof PaymentsRefused || error instanceof SignInRefused) return 'refused';
  if (error instanceof PaymentsBusy) return 'busy';
  if (error instanceof TimingFailed || error instanceof PictureFailed)
    return error.fault === 'busy' ? 'busy' : 'failed';
  return 'failed';
}
