import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { during } from '#server/log.ts';

const HEADER = 'x-request-id';
/** As programs make them: it stands in every line of the log. */
const WELL_FORMED = /^[\w-]{8,64}$/;

/** Every request has a number of its own, told in its answer and in each line that is logged on its behalf. */
export function numberRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    tellNumber(request, reply);
    during({ request: request.id }, done);
  });
  // What reads a body is woken by the connection, which belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => during({ request: request.id }, done));
}

/** That of the proxy before us, where it is one that we believe: then both logs call a request the same. */
export function tellNumber(request: FastifyRequest, reply: FastifyReply): void {
  const given = request.headers[HEADER];
  // Malformed addresses come without.
  const comesFromProxy = (request.ips?.length ?? 0) > 1;
  if (comesFromProxy && typeof given === 'string' && WELL_FORMED.test(given)) request.id = given;
  reply.header(HEADER, request.id);
}
