import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Sprawdź certyfikat',
  checkLead: 'Wpisz kod wydrukowany na certyfikacie lub wybierz jego plik PDF.',
  code: 'Kod na certyfikacie',
  codeHint: '17 liter i cyfr. Wielkość liter, myślniki i spacje nie mają znaczenia.',
  submit: 'Sprawdź',
  checkAnother: 'Sprawdź inny certyfikat',
  nameNotGiven: 'Nie podano imienia i nazwiska',

  valid: 'Ten certyfikat jest ważny',
  validNote: 'Wystawca: {issuer}. Certyfikat jest obecnie ważny.',
  revoked: 'Ten certyfikat został unieważniony',
  revokedNote: 'Unieważniony {date}. Wystawca: {issuer}.',
  superseded: 'Ten certyfikat został zastąpiony',
  supersededNote: '{date} zastąpił go nowszy certyfikat.',
  expired: 'Ten certyfikat stracił ważność',
  expiredNote: 'Był ważny do {date}.',
  toSuccessor: 'Zobacz nowszy certyfikat',

  facts: 'Treść certyfikatu',
  verificationCode: 'Kod',
  pdfHash: 'SHA-256 pliku PDF',
  download: 'Pobierz PDF',
  credential: 'Open Badge (podpisana)',

  mistyped: 'W kodzie jest literówka',
  mistypedNote: 'Porównaj go jeszcze raz z certyfikatem, znak po znaku.',
  unknown: 'Żaden certyfikat nie ma tego kodu',
  unknownNote:
    'Nigdy nie wydaliśmy tego kodu. Jeśli tak widnieje na certyfikacie, certyfikat nie ' +
    'pochodzi od nas.',
  unknownFile: 'Ten plik nie jest naszym certyfikatem',
  unknownFileNote:
    'Zmieniono go po wystawieniu lub wystawił go ktoś inny. Wpisz kod, który na nim ' +
    'widnieje, aby zobaczyć, co wystawiliśmy.',
  overLimit: 'Zbyt wiele sprawdzeń',
  overLimitNote: 'Odczekaj minutę i spróbuj ponownie.',
  unavailable: 'W tej chwili nie można tego sprawdzić',
  unavailableNote: 'Problem leży po naszej stronie. Spróbuj ponownie za chwilę.',

  pdf: 'Masz plik PDF?',
  pdfLead:
    'Upuść go tutaj lub wybierz. Pozostaje na Twoim urządzeniu: porównywany jest tylko jego ' +
    'skrót.',
  choose: 'Wybierz PDF',
  same: 'Bez zmian: ten plik to dokładnie wystawiony certyfikat.',
  different: 'Inny: ten plik nie jest plikiem PDF wystawionym z tym kodem.',
  added:
    'Zmieniony po podpisaniu: do oryginalnego certyfikatu coś dodano. Nie ufaj temu, co ' +
    'pokazuje.',

  share: 'Udostępnij na LinkedIn',
  addToProfile: 'Dodaj do profilu LinkedIn',
  copyLink: 'Kopiuj link',
  copied: 'Skopiowano',
  badge: 'Odznaka (PNG)',
  languages: 'Języki',
}
