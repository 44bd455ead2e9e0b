import { describe, expect, test } from 'vitest';
import { texts, type TextKey } from './messages.ts';

/** Sentences that people and other programs look for: they stand here as they were described, word for word. */
type Described = [key: TextKey, text: string];

const german: Described[] = [
  ['admin.activitiesEmpty', 'Keine Aktivitäten gefunden.'],
  ['admin.activitiesError', 'Es ist ein Fehler beim Laden der Aktivitäten aufgetreten.'],
  ['admin.donations.detailsError', 'Fehler beim Laden der Spenderdetails'],
  ['admin.donations.loadError', 'Fehler beim Laden der Spenden'],
  ['admin.donations.status.cancelled', 'Storniert'],
  ['admin.donations.status.confirmed', 'Bestätigt'],
  ['admin.donations.status.pending', 'Ausstehend'],
  ['admin.event.createError', 'Es ist ein Fehler beim Erstellen des Events aufgetreten.'],
  ['admin.event.deleteError', 'Es ist ein Fehler beim Löschen des Events aufgetreten.'],
  ['admin.event.loadError', 'Fehler beim Laden der Events'],
  ['admin.event.updateError', 'Es ist ein Fehler beim Aktualisieren des Events aufgetreten.'],
  ['admin.mails.loadError', 'Fehler beim Laden der E-Mail-Logs'],
  ['admin.participants.loadError', 'Fehler beim Laden der Teilnehmer'],
  ['admin.sync.failedTitle', 'Fehler bei der Synchronisierung mit RaceResult'],
  ['admin.unknown', 'Unbekannt'],
  ['admin.pages.httpError', 'HTTP-Fehler: {status}'],
  ['auth.authenticating', 'Authenticating...'],
  ['donation.status.confirmed', 'Bestätigt'],
  ['home.errorTitle', 'Fehler beim Laden der Events'],
  ['home.eventsError', 'Es ist ein Fehler beim Laden der Events aufgetreten.'],
  ['notFound.heading', '404 Page Not Found'],
  ['notFound.hint', 'Did you forget to add the page to the router?'],
  ['page.mailed', 'E-Mail wurde erfolgreich erneut gesendet.'],
  ['participants.empty', 'Keine Teilnehmer für dieses Event gefunden.'],
  ['participants.give', 'Spenden'],
  ['participants.inactive', '{event} (inaktiv)'],
  ['participants.loadError', 'Fehler beim Laden der Teilnehmer: {cause}'],
  ['participants.pending', 'Ausstehend'],
  ['participants.unknownCause', 'Unbekannter Fehler'],
  ['sync.failed', 'Synchronisierungsfehler: {cause}'],
  ['sync.failedTitle', 'Fehler bei der Synchronisierung'],
  ['sync.unknownCause', 'Unbekannter Fehler'],
];

const english: Described[] = [
  ['admin.dashboard.activeEvents', 'Active Events'],
  ['admin.dashboard.registrations', 'Registrations'],
  ['auth.authenticating', 'Authenticating...'],
  ['donation.formValidationError', 'Please fill in all required fields'],
  ['donation.invalidAmount', 'Please enter a valid amount'],
  ['donation.noPayments', 'No payments will be processed.'],
  ['donation.submitError', 'Error submitting donation'],
  ['donation.unknownError', 'An unknown error occurred'],
  ['event.register', 'Register'],
  ['event.startList', 'View start list'],
  ['home.errorTitle', 'Error loading events'],
  ['home.eventsError', 'Please try again.'],
  ['login.continue', 'Continue to Sign In'],
  ['login.text', 'Sign in to access administrative functions and manage content.'],
  ['login.title', 'Sign in to {brand}'],
  ['notFound.heading', '404 Page Not Found'],
  ['notFound.hint', 'Did you forget to add the page to the router?'],
  ['notFound.title', 'Page not found'],
  ['page.allThere', 'All participants already have pages.'],
  ['participants.errorTitle', 'Error loading data'],
  ['site.admin', 'Admin'],
  ['site.linkCopied', 'Link copied'],
  ['site.profile', 'Profile'],
  ['site.signOut', 'Logout'],
  ['sync.failed', 'Synchronisation error: {cause}'],
  ['sync.unknownCause', 'Error during synchronisation. Try again later.'],
];

/** What people look for in German, whatever the sentence around it. */
const germanWords: Described[] = [
  ['donation.cancelForm', 'Abbrechen'],
  ['event.register', 'Teilnehmen'],
  ['page.exists', 'existiert bereits'],
  ['participants.nextPage', 'Nächste'],
  ['site.close', 'Schliessen'],
  ['site.linkCopied', 'kopiert'],
  ['site.signIn', 'Anmelden'],
  ['donation.ownAmount', 'Betrag'],
  ['donation.maxAmount', 'Höchst'],
];

describe('texts that were described', () => {
  test.each(german)('de %s', (key, text) => expect(texts.de[key]).toBe(text));
  test.each(english)('en %s', (key, text) => expect(texts.en[key]).toBe(text));
  test.each(germanWords)('de %s', (key, word) => expect(texts.de[key]).toContain(word));
});
