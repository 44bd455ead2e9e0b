/** Names of the provider's means of payment, the same in every language. */
const names: Record<string, string> = {
  twint: 'TWINT',
  'post-finance-pay': 'PostFinance',
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  'american-express': 'American Express',
  'apple-pay': 'Apple Pay',
  'google-pay': 'Google Pay',
  'samsung-pay': 'Samsung Pay',
  reka: 'Reka',
};

/** What is named before anybody has chosen: what people pay with most. */
export const usualMethods = ['twint', 'post-finance-pay', 'visa', 'mastercard'].map(methodName);

/** As people write it; a method that we do not know is called what the provider calls it. */
export function methodName(method: string): string {
  return names[method] ?? method;
}
