import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import pkg from '#package.json' with { type: 'json' };

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** A real browser: the one that is configured, the system's, or the one from npm. */
export async function openBrowser(more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await browserPath(), args: [...flags, ...more] });
}

async function browserPath(): Promise<string> {
  const installed = [process.env.CHROME_PATH, '/usr/bin/chromium'].find((file) => file && existsSync(file));
  return installed ?? (await unpackedBrowser());
}

/** The package unpacks itself and its libraries into TMPDIR, once per version and user. */
async function unpackedBrowser(): Promise<string> {
  const before = process.env.TMPDIR;
  const folder = path.join(
    tmpdir(),
    `givelap-chromium-${pkg.devDependencies['@sparticuz/chromium']}-${userInfo().uid}`,
  );
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  // It brings its libraries along only where it believes to run on such a machine.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    const executable = await packed.executablePath();
    bringFonts(folder);
    return executable;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/**
 * The package looks for its fonts in /tmp itself. A browser without any ends at the first field that is filled;
 * with those of the package alone every machine draws the same letters.
 */
function bringFonts(folder: string): void {
  const file = path.join(folder, 'fonts.conf');
  const inside = (name: string) => path.join(folder, name);
  writeFileSync(file, `<fontconfig><dir>${inside('fonts')}</dir><cachedir>${inside('cache')}</cachedir></fontconfig>`);
  process.env.FONTCONFIG_FILE = file;
}
