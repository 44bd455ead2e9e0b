/** @module-tag slow */
import { execFile, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

/** What an operator copies is read here by the programs that will read it there, where this machine has them. */
const run = promisify(execFile);
const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
const has = (program: string) => !spawnSync(program, ['--version'], { env }).error;

async function aFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-deploy-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test('nginx takes the shipped site whole, with its certificate', async ({ skip }) => {
  if (!has('nginx') || !has('openssl'))
    return skip('nginx or openssl not found (Debian: apt-get install nginx openssl)');
  const dir = await aFolder();
  const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((name) => path.join(dir, name)) as [string, string];
  const made = ['-keyout', key, '-out', certificate, '-subj', '/CN=localhost', '-days', '2'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made]);
  const site = (await readFile(path.join(deploy, 'nginx/givelap.conf'), 'utf8'))
    .replaceAll('/etc/letsencrypt/live/spenden.example.ch', dir)
    .replaceAll(/\/var\/l(ib|og)\/nginx/g, dir)
    .replace('include snippets/', `include ${deploy}nginx/`);
  await writeFile(
    path.join(dir, 'nginx.conf'),
    `pid ${dir}/pid; error_log ${dir}/error.log; events {} http { include ${deploy}nginx/givelap-http.conf; ${site} }`,
  );
  const { stderr } = await run('nginx', ['-t', '-c', path.join(dir, 'nginx.conf'), '-p', dir, '-g', 'user root;'], {
    env,
  });
  expect(stderr).toContain('test is successful');
});

test('systemd understands every unit, and shuts each in', async ({ skip }) => {
  if (!has('systemd-analyze')) return skip('systemd-analyze not found (Debian: apt-get install systemd)');
  const root = await aFolder();
  const units = path.join(root, 'etc/systemd/system');
  await cp('/lib/systemd/system', units, { recursive: true });
  await cp(path.join(deploy, 'systemd'), units, { recursive: true });
  // What they start has to be there.
  for (const program of ['node_modules/.bin/node', 'deploy/bin/backup.sh']) {
    const file = path.join(root, 'opt/givelap/current', program);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
    await chmod(file, 0o755);
  }
  const names = (await readdir(path.join(deploy, 'systemd'))).filter((name) => /\.(service|timer|target)$/.test(name));
  const instances = names.map((name) => name.replace('@.', '@3001.'));
  for (const name of instances) {
    const { stdout, stderr } = await run('systemd-analyze', ['verify', `--root=${root}`, name]);
    expect((stdout + stderr).split('\n').filter((line) => line.includes('givelap'))).toEqual([]);
    if (!name.endsWith('.service')) continue;
    const judged = await run('systemd-analyze', [
      'security',
      '--offline=true',
      `--root=${root}`,
      '--threshold=20',
      name,
    ]);
    expect(judged.stdout).toContain('OK');
  }
});

test('the scripts are plain sh', async ({ skip }) => {
  if (!has('shellcheck')) return skip('shellcheck not found (Debian: apt-get install shellcheck)');
  const scripts = (await readdir(path.join(deploy, 'bin'))).map((name) => path.join(deploy, 'bin', name));
  await run('shellcheck', ['--shell=sh', ...scripts]);
  expect(scripts.length).toBeGreaterThan(3);
});
