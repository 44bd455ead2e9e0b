import type { z } from 'zod';
import type { NewEvent } from '#contract/events.ts';
import { swissDay } from '#domain/dates.ts';

export type DemoEvent = z.input<typeof NewEvent>;

const DAY = 86_400_000;

/** A school run today, with pledges per lap: the laps move while the demo runs. */
export function schoolRun(timingAddress: string): DemoEvent {
  return {
    name: 'Schülerlauf Uster',
    rr_simple_ip: timingAddress,
    event_date: swissDay(new Date()),
    place: 'Uster, Sportanlage Buchholz',
    purpose: 'Für den neuen Pausenplatz und die Schulreise aller Klassen.',
    is_active: true,
    emm_onreg_link: 'https://example.org/anmeldung/schuelerlauf-uster',
    ranking_hub_link: 'https://example.org/rangliste/schuelerlauf-uster',
    donation_link: '',
    donation_per_unit: 'true',
    donation_unit_description: 'Runde',
    expected_units: 17,
    donation_per_unit_goal: '60',
    donation_total_goal: '6000',
    show_donation_per_unit_total: 'true',
    // Children: first name and initial are enough for those who know them.
    names_shown: 'short',
    language: 'de',
    organiser_name: 'Elternverein Uster',
    organiser_street: 'Zürichstrasse',
    organiser_house_no: '12',
    organiser_zip: '8610',
    organiser_city: 'Uster',
    organiser_country: 'CH',
    organiser_email: 'elternverein@example.test',
    organiser_website: 'https://example.org/elternverein-uster',
  };
}

/** A city run in three weeks, with gifts. */
export function cityRun(timingAddress: string): DemoEvent {
  return {
    name: 'Zürcher Stadtlauf',
    rr_simple_ip: timingAddress,
    event_date: swissDay(new Date(Date.now() + 21 * DAY)),
    place: 'Zürich, Münsterhof',
    purpose: 'Für Laufkurse, die Kindern aus allen Quartieren offenstehen.',
    is_active: true,
    emm_onreg_link: 'https://example.org/anmeldung/zuercher-stadtlauf',
    ranking_hub_link: 'https://example.org/rangliste/zuercher-stadtlauf',
    payrexx_instance: 'demo',
    donation_link: 'true',
    donation_per_unit: '',
    donation_goal: '250',
    donation_total_goal: '20000',
    show_donation_total: 'true',
    names_shown: 'full',
    language: 'de',
    organiser_name: 'Verein Zürcher Stadtlauf',
    organiser_street: 'Limmatquai',
    organiser_house_no: '61',
    organiser_zip: '8001',
    organiser_city: 'Zürich',
    organiser_country: 'CH',
    organiser_email: 'stadtlauf@example.test',
    organiser_website: 'https://example.org/zuercher-stadtlauf',
  };
}

/** A race of last month: over, its laps are final. */
export function pastRun(timingAddress: string): DemoEvent {
  return {
    name: '12-Stunden-Lauf Bern',
    rr_simple_ip: timingAddress,
    event_date: swissDay(new Date(Date.now() - 30 * DAY)),
    place: 'Bern, Stadion Wankdorf',
    purpose: 'Für die Nachtwanderungen der Pfadi Aare.',
    is_active: false,
    ranking_hub_link: 'https://example.org/rangliste/12-stunden-lauf-bern',
    donation_link: '',
    donation_per_unit: 'true',
    donation_unit_description: 'Runde',
    expected_units: 55,
    show_donation_per_unit_total: 'true',
    names_shown: 'full',
    language: 'de',
    organiser_name: 'Pfadi Aare',
    organiser_street: 'Papiermühlestrasse',
    organiser_house_no: '71',
    organiser_zip: '3014',
    organiser_city: 'Bern',
    organiser_country: 'CH',
    organiser_email: 'pfadi@example.test',
    organiser_website: 'https://example.org/pfadi-aare',
  };
}
