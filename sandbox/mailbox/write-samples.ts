import { parentPort } from 'node:worker_threads';
import { languages } from '#domain/language.ts';
import { translator } from '#locales/messages.ts';
import { samples, templates, writeMail } from '#mails/kinds.ts';
import type { MailKind } from '#mails/kinds.ts';
import type { Samples } from './samples.ts';

const kinds = Object.keys(templates) as MailKind[];
const written: Samples = kinds.flatMap((kind) =>
  Object.entries(samples[kind]).flatMap(([name, props]) =>
    languages.map(
      (language) => [`${kind}/${name}/${language}`, writeMail(kind, props, translator(language), language)] as const,
    ),
  ),
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
parentPort?.postMessage(written);
