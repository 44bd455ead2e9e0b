import { preferredLanguage } from '#domain/language.ts';
import { html } from '../html.ts';
import type { Markup } from '../html.ts';

interface Words {
  readonly signIn: string;
  readonly hint: string;
  readonly username: string;
  readonly password: string;
  readonly wrong: string;
  readonly signOut: string;
  readonly signedOut: string;
  readonly sorry: string;
  readonly expired: string;
  readonly back: string;
}

const german: Words = {
  signIn: 'Anmelden',
  hint: 'Probebetrieb: Benutzer und Passwörter stehen in der Konsole.',
  username: 'Benutzername',
  password: 'Passwort',
  wrong: 'Benutzername oder Passwort stimmt nicht.',
  signOut: 'Abmelden',
  signedOut: 'Sie sind abgemeldet.',
  sorry: 'Das hat nicht geklappt',
  expired: 'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie noch einmal.',
  back: 'Zurück zur Website',
};

const english: Words = {
  signIn: 'Sign in',
  hint: 'Trial operation: users and passwords are shown in the console.',
  username: 'Username',
  password: 'Password',
  wrong: 'Username or password is wrong.',
  signOut: 'Sign out',
  signedOut: 'You are signed out.',
  sorry: 'That did not work',
  expired: 'This sign-in has expired. Please start once more.',
  back: 'Back to the website',
};

/** Fields and ids are those of Keycloak's page, so that scripts can use either. */
export function signInPage(accepted: string, username: string | null): string {
  const words = wordsFor(accepted);
  const isRetry = username !== null;
  const wrong = isRetry ? html`<p class="wrong" role="alert">${words.wrong}</p>` : null;
  return page(
    words,
    words.signIn,
    html`<form id="kc-form-login" method="post">
        ${wrong}
        <label for="username">${words.username}</label>
        <input
          id="username"
          name="username"
          value="${username ?? ''}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          ${isRetry ? null : html`autofocus`}
        />
        <label for="password">${words.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${isRetry ? html`autofocus` : null}
        />
        <button id="kc-login">${words.signIn}</button>
      </form>
      <p class="hint">${words.hint}</p>`,
  );
}

export function signOutPage(accepted: string, form: string): string {
  const words = wordsFor(accepted);
  const button = html`<button form="op.logoutForm" name="logout" value="yes">${words.signOut}</button>`;
  return page(words, words.signOut, html`${{ markup: form }}${button}`);
}

export function signedOutPage(accepted: string): string {
  const words = wordsFor(accepted);
  return page(words, words.signedOut, html``);
}

export function expiredPage(accepted: string, site: string): string {
  const words = wordsFor(accepted);
  return page(
    words,
    words.sorry,
    html`<p>${words.expired}</p>
      <p><a href="${site}">${words.back}</a></p>`,
  );
}

export function errorPage(accepted: string, reason: string): string {
  const words = wordsFor(accepted);
  return page(words, words.sorry, html`<p>${reason}</p>`);
}

function wordsFor(accepted: string): Words {
  return preferredLanguage(accepted) === 'de' ? german : english;
}

function page(words: Words, title: string, content: Markup): string {
  return html`<!doctype html>
    <html lang="${words === german ? 'de' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ markup: style }}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.markup;
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#c4c9d0, #454b53); --soft: light-dark(#5d6570, #a4adb8); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 1rem;
  background: light-dark(#f3f5f7, #14161a); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(24rem, 100%); padding: 2rem; border-radius: 14px; background: light-dark(#fff, #1e2126);
  box-shadow: 0 1px 3px #0002, 0 8px 30px #0001; }
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.25; }
form { display: grid; gap: .35rem; margin: 0; }
label { font-weight: 600; }
input { font: inherit; width: 100%; padding: .65rem .75rem; margin-bottom: .75rem; border: 1px solid var(--line);
  border-radius: 8px; background: transparent; color: inherit; }
button { font: inherit; font-weight: 600; width: 100%; padding: .75rem; border: 0; border-radius: 8px; cursor: pointer;
  background: light-dark(#0b5cc4, #8fbfff); color: light-dark(#fff, #0d1b2e); }
:focus-visible { outline: 3px solid light-dark(#7db4ff, #3c7bd1); outline-offset: 2px; }
.wrong { margin: 0 0 .75rem; padding: .6rem .75rem; border-radius: 8px; background: light-dark(#fdeceb, #4b1f1b); }
.hint { margin: 1.25rem 0 0; font-size: .875rem; color: var(--soft); }
a { color: light-dark(#0b5cc4, #8fbfff); }
`;
