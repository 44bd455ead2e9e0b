import { PaymentsRefused, type Payments } from '#server/services.ts';

export function payrexx(): Payments {
  const refuse = async () => {
    throw new PaymentsRefused('instance');
  };
  return {
    openCheckout: refuse,
    readCheckout: refuse,
    closeCheckout: refuse,
    listPayments: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
    knows: () => false,
    isGenuine: () => true,
    readNotice: () => null,
    answers: async () => [],
  };
}
