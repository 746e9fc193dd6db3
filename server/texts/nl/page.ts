import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Certificaat controleren',
  checkLead: 'Typ de code die op het certificaat staat, of kies de pdf ervan.',
  code: 'Code op het certificaat',
  codeHint: '17 letters en cijfers. Hoofdletters, streepjes en spaties maken niet uit.',
  submit: 'Controleren',
  checkAnother: 'Een ander certificaat controleren',
  nameNotGiven: 'Naam niet opgegeven',

  valid: 'Dit certificaat is geldig',
  validNote: 'Uitgegeven door {issuer} en momenteel geldig.',
  revoked: 'Dit certificaat is ingetrokken',
  revokedNote: '{issuer} heeft het op {date} ongeldig verklaard.',
  superseded: 'Dit certificaat is vervangen',
  supersededNote: 'Een nieuwer certificaat heeft het op {date} vervangen.',
  expired: 'Dit certificaat is verlopen',
  expiredNote: 'Het was geldig tot en met {date}.',
  toSuccessor: 'Naar het nieuwere certificaat',

  facts: 'Wat er op het certificaat staat',
  verificationCode: 'Code',
  pdfHash: 'SHA-256 van de pdf',
  download: 'Pdf downloaden',
  credential: 'Open Badge (ondertekend)',

  mistyped: 'Deze code is verkeerd getypt',
  mistypedNote: 'Vergelijk hem nog eens teken voor teken met het certificaat.',
  unknown: 'Geen certificaat heeft deze code',
  unknownNote:
    'Wij hebben deze code nooit uitgegeven. Als hij zo op het certificaat staat, is het ' +
    'certificaat niet van ons.',
  unknownFile: 'Dit bestand is geen certificaat van ons',
  unknownFileNote:
    'Het is na uitgifte gewijzigd of door iemand anders uitgegeven. Typ de code die erop staat ' +
    'om te zien wat wij hebben uitgegeven.',
  overLimit: 'Te veel controles',
  overLimitNote: 'Wacht een minuut en probeer het dan opnieuw.',
  unavailable: 'Dit kan nu niet worden gecontroleerd',
  unavailableNote: 'De fout ligt bij ons. Probeer het zo meteen opnieuw.',

  pdf: 'Hebt u de pdf?',
  pdfLead:
    'Sleep hem hierheen of kies hem. Hij blijft op uw apparaat: alleen de vingerafdruk wordt ' +
    'vergeleken.',
  choose: 'Pdf kiezen',
  same: 'Ongewijzigd: dit bestand is precies het certificaat dat is uitgegeven.',
  different: 'Niet hetzelfde: dit bestand is niet de pdf die met deze code is uitgegeven.',
  added:
    'Gewijzigd na ondertekening: er is iets toegevoegd aan het uitgegeven certificaat. ' +
    'Vertrouw niet op wat het toont.',

  share: 'Delen op LinkedIn',
  addToProfile: 'Toevoegen aan LinkedIn-profiel',
  copyLink: 'Link kopiëren',
  copied: 'Gekopieerd',
  badge: 'Badge (PNG)',
  languages: 'Talen',
}
