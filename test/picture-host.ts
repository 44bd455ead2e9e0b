import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '#sandbox/listen.ts';

type Answer = Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

/** A website with pictures, as an organiser has one; and what was asked of it. */
export interface PictureHost {
  host: string;
  asked: string[];
  /** The address under which `answer` lies from now on. */
  put(path: string, answer: Answer): string;
  stop(): Promise<void>;
}

export async function startPictureHost(): Promise<PictureHost> {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    asked.push(url);
    const answer = answers.get(url);
    if (!answer) return void response.writeHead(404).end('not found');
    if (typeof answer === 'function') return answer(request, response);
    response.end(answer);
  });
  const host = `127.0.0.1:${await listen(server)}`;
  return {
    host,
    asked,
    put: (path, answer) => {
      answers.set(path, answer);
      return `http://${host}${path}`;
    },
    stop: () => close(server),
  };
}
