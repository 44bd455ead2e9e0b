export interface Postman {
  /** Once `over`, the letter has not left and will not leave any more, but for what the server has in hand. */
  deliver(letter: Letter, over: AbortSignal): Promise<Delivery>;
  close(): void;
}

interface Letter {
  to: { name: string; address: string };
  replyTo: string | null;
  messageId: string;
  subject: string;
  html: string;
  text: string;
}

/** `final`: this mail will never be taken. `outage`: our own server or sign-in fails, so every mail would. */
export type Delivery = { sent: true } | { sent: false; final: boolean; outage: boolean; reason: string };
