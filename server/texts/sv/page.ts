import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Kontrollera ett intyg',
  checkLead: 'Skriv in koden som står på intyget, eller välj dess PDF.',
  code: 'Kod på intyget',
  codeHint: '17 bokstäver och siffror. Versaler, bindestreck och mellanslag spelar ingen roll.',
  submit: 'Kontrollera',
  checkAnother: 'Kontrollera ett annat intyg',
  nameNotGiven: 'Namn ej angivet',

  valid: 'Det här intyget är giltigt',
  validNote: 'Utfärdat av {issuer} och giltigt just nu.',
  revoked: 'Det här intyget har återkallats',
  revokedNote: '{issuer} förklarade det ogiltigt den {date}.',
  superseded: 'Det här intyget har ersatts',
  supersededNote: 'Ett nyare intyg ersatte det den {date}.',
  expired: 'Det här intyget har gått ut',
  expiredNote: 'Det var giltigt till och med den {date}.',
  toSuccessor: 'Visa det nyare intyget',

  facts: 'Uppgifter på intyget',
  verificationCode: 'Kod',
  pdfHash: 'PDF-filens SHA-256',
  download: 'Ladda ner PDF',
  credential: 'Open Badge (signerad)',

  mistyped: 'Koden är felskriven',
  mistypedNote: 'Jämför den med intyget en gång till, tecken för tecken.',
  unknown: 'Inget intyg har den här koden',
  unknownNote:
    'Vi har aldrig utfärdat den här koden. Om den står så på intyget är intyget inte vårt.',
  unknownFile: 'Den här filen är inte ett av våra intyg',
  unknownFileNote:
    'Den har ändrats efter utfärdandet eller utfärdats av någon annan. Skriv in koden som ' +
    'står på den för att se vad vi utfärdade.',
  overLimit: 'För många kontroller',
  overLimitNote: 'Vänta en minut och försök igen.',
  unavailable: 'Vi kan inte kontrollera det just nu',
  unavailableNote: 'Felet ligger hos oss. Försök igen om en stund.',

  pdf: 'Har du PDF-filen?',
  pdfLead:
    'Släpp den här eller välj den. Den stannar på din enhet: bara dess kontrollsumma jämförs.',
  choose: 'Välj en PDF',
  same: 'Oförändrad: den här filen är exakt det intyg som utfärdades.',
  different: 'Avviker: den här filen är inte den PDF som utfärdades med den här koden.',
  added:
    'Ändrad efter signeringen: något har lagts till i det ursprungliga intyget. Lita inte på ' +
    'det som visas.',

  share: 'Dela på LinkedIn',
  addToProfile: 'Lägg till i din LinkedIn-profil',
  copyLink: 'Kopiera länk',
  copied: 'Kopierad',
  badge: 'Märke (PNG)',
  languages: 'Språk',
}
