export const style = `
:root { color-scheme: light dark; --line: light-dark(#e3e5e8, #33373d); --soft: light-dark(#646b75, #9aa3ad);
  --ground: light-dark(#f7f8f9, #16181b); --sheet: light-dark(#fff, #1e2125); --accent: light-dark(#0b63ce, #7db4ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding: 1rem; max-width: 60rem;
  margin: auto; }
header a { font-weight: 650; font-size: 1.15rem; color: inherit; text-decoration: none; }
header span, .note, time, .from, dt { color: var(--soft); }
main { max-width: 60rem; margin: auto; padding: 0 1rem 3rem; }
a { color: var(--accent); }
.mails { list-style: none; margin: 0; padding: 0; background: var(--sheet); border: 1px solid var(--line);
  border-radius: 10px; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .7rem 1rem; color: inherit;
  text-decoration: none; }
.mails a:hover, .mails a:focus-visible { background: var(--ground); }
.subject { font-weight: 600; overflow-wrap: anywhere; }
.people { grid-column: 1 / -1; overflow-wrap: anywhere; }
time { font-variant-numeric: tabular-nums; }
.fault { font-size: .8rem; font-weight: 500; padding: .1rem .45rem; border-radius: 9px;
  background: light-dark(#fde8e4, #55251d); }
h1 { font-size: 1.4rem; line-height: 1.3; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem; margin: 0 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding-bottom: .5rem; }
nav a { padding: .4rem 0; text-decoration: none; }
nav a[aria-current] { color: inherit; font-weight: 600; border-bottom: 2px solid var(--accent); }
.samples { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; }
.samples h3 { margin: 0 0 .4rem; font-size: 1rem; overflow-wrap: anywhere; }
iframe { width: 100%; height: 75vh; border: 1px solid var(--line); border-radius: 10px; background: #fff;
  color-scheme: light; }
pre, .scroll { margin: 0; padding: 1rem; overflow-x: auto; background: var(--sheet); border: 1px solid var(--line);
  border-radius: 10px; }
pre { font: .875rem/1.5 ui-monospace, monospace; }
pre.text { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: .875rem; }
th { text-align: left; vertical-align: top; font-weight: 600; padding: .2rem 1rem .2rem 0; white-space: nowrap; }
td { overflow-wrap: anywhere; min-width: 12rem; }
@media (max-width: 30rem) { .mails a { grid-template-columns: 1fr; } }
`;

/** Puts new mails into the list; the page works without it. */
export const script = `
const list = document.querySelector('#list');
const refresh = async () => {
  if (document.hidden) return;
  const answer = await fetch('/').catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector('#list');
  if (fresh && fresh.innerHTML !== list.innerHTML) list.replaceChildren(...fresh.childNodes);
};
if (list) setInterval(refresh, 2000);
`;
