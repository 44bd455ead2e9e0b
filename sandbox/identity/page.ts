import { preferredLanguage } from '#domain/language.ts';
import { html } from '../html.ts';
import type { Markup } from '../html.ts';
import { styled, writePage } from '../page.ts';

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
        <button id="kc-login" class="main">${words.signIn}</button>
      </form>
      <p class="hint">${words.hint}</p>`,
  );
}

export function signOutPage(accepted: string, form: string): string {
  const words = wordsFor(accepted);
  const button = html`<button class="main" form="op.logoutForm" name="logout" value="yes">${words.signOut}</button>`;
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
  const body = html`<main class="card">
    <h1>${title}</h1>
    ${content}
  </main>`;
  return writePage({ language: words === german ? 'de' : 'en', title, head: styled(style), body });
}

const style = `
body { display: grid; place-items: center; }
.card { width: min(24rem, 100%); padding: 2rem; }
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.25; }
form { display: grid; gap: .35rem; margin: 0; }
label { font-weight: 600; }
input { font: inherit; width: 100%; padding: .65rem .75rem; margin-bottom: .75rem; border: 1px solid var(--line);
  border-radius: 8px; background: transparent; color: inherit; }
button { width: 100%; padding: .75rem; }
.wrong { margin: 0 0 .75rem; padding: .6rem .75rem; border-radius: 8px; background: light-dark(#fdeceb, #4b1f1b); }
.hint { margin: 1.25rem 0 0; font-size: .875rem; color: var(--soft); }
`;
