import { SMTPServer } from 'smtp-server';
import { listen } from '#sandbox/listen.ts';

/** A process of its own that takes every mail and looks at none: whoever sends is not held up by who sends beside it. */
let taken = 0;
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.resume().once('end', () => {
      taken += 1;
      done();
    });
  },
});
process.on('message', () => process.send?.({ taken }));
process.on('disconnect', () => process.exit());
process.send?.({ port: await listen(server.server) });
