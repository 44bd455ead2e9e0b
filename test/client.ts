import { expect } from 'vitest';
import { Browser } from '#sandbox/demo/browser.ts';
import { expectReply } from './replies.ts';

export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Headers;
}

export interface Sending {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A browser for tests: keeps cookies, says whence it comes, and shows the whole answer. */
export class TestClient extends Browser {
  readonly url: string;
  readonly language: string | undefined;

  constructor(url: string, language?: string) {
    super(url);
    this.url = url;
    this.language = language;
  }

  /** `send('POST /api/donations', { body })`: the answer, whatever it is; one that is good has to be as the treaty says. */
  async send<T = unknown>(line: string, { body, headers = {} }: Sending = {}): Promise<Answer<T>> {
    const [method = 'GET', path = '/'] = line.split(' ');
    const response = await this.fetch(this.url + path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(this.language && { 'accept-language': this.language }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    if (response.ok) expectReply(line, text);
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers };
  }

  /** As `send`, where only one status is right; resolves with the body. */
  async expect<T = unknown>(status: number, line: string, sending?: Sending): Promise<T> {
    const answer = await this.send<T>(line, sending);
    expect({ line, status: answer.status, body: answer.status === status ? '…' : answer.body }).toEqual({
      line,
      status,
      body: '…',
    });
    return answer.body;
  }

  /** A form as a browser without script sends it. */
  submit(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer<string>> {
    return this.send<string>(`POST ${path}`, {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }
}
