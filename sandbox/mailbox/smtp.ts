import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerSession } from 'smtp-server';
import { listen } from '../listen.ts';
import type { MailFault, MailFaults, MailStage } from './faults.ts';
import type { Envelope } from './store.ts';

interface SmtpDoor {
  readonly port: number;
  close(): Promise<void>;
}

/** Stores a message; `answer` is the reply code that follows, null when none does. */
type Keep = (raw: Buffer, envelope: Envelope, answer: number | null) => Promise<unknown>;
type Done = (error?: Error | null) => void;

const LARGEST_MAIL = 25 * 1024 * 1024;
const LONGER_THAN_ANY_TEST_MS = 600_000;

/** Takes every mail, but for what the scripted faults say. */
export async function openSmtp(wished: number | undefined, faults: MailFaults, keep: Keep): Promise<SmtpDoor> {
  const sockets = new Map<number, Socket>();
  const act = (stage: MailStage, session: SMTPServerSession, done: Done, recipients: readonly string[] = []): void => {
    answer(faults.take(stage, recipients), session, done);
  };

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    // A fault that stalls must outlast the client's patience, not ours.
    socketTimeout: LONGER_THAN_ANY_TEST_MS,
    closeTimeout: 100,
    onConnect: (session, done) => act('connect', session, done),
    onMailFrom: (_address, session, done) => act('mail', session, done),
    onRcptTo: ({ address }, session, done) => act('rcpt', session, done, [address]),
    onData: (stream, session, done) => {
      void buffer(stream)
        .then((raw) => receive(raw, session, done))
        .catch(done);
    },
  });

  /** The copy is kept before the sender hears anything: a fault after the message does not undo its arrival. */
  async function receive(raw: Buffer, session: SMTPServerSession, done: Done): Promise<void> {
    const envelope = envelopeOf(session);
    const fault = faults.take('data', envelope.to);
    const code = fault ? fault.does : 250;
    await keep(raw, envelope, typeof code === 'number' ? code : null);
    answer(fault, session, done);
  }

  function answer(fault: MailFault | null, session: SMTPServerSession, done: Done): void {
    if (!fault) return done();
    if (typeof fault.does === 'number') {
      return done(Object.assign(new Error(fault.text ?? 'Scripted fault'), { responseCode: fault.does }));
    }
    const socket = sockets.get(session.remotePort);
    if (!socket) return;
    if (fault.does === 'cut') socket.destroy();
    else faults.stall(socket);
  }

  // A client that goes away in the middle is the client's affair.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.on('close', () => sockets.delete(port));
  });

  return {
    port: await listen(server.server, wished),
    close: () => {
      for (const socket of sockets.values()) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function envelopeOf({ envelope }: SMTPServerSession): Envelope {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
  };
}
