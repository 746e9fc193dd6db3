import type { VerifyTexts } from './english.ts'

export const german: VerifyTexts = {
  check: 'Zertifikat prüfen',
  checkLead: 'Geben Sie den Code ein, der auf dem Zertifikat steht, oder wählen Sie dessen PDF.',
  code: 'Code auf dem Zertifikat',
  codeHint: '17 Buchstaben und Ziffern. Großschreibung, Striche und Leerzeichen sind gleichgültig.',
  submit: 'Prüfen',
  checkAnother: 'Ein anderes Zertifikat prüfen',

  valid: 'Dieses Zertifikat ist gültig',
  validNote: '{issuer} hat es ausgestellt, und es gilt.',
  revoked: 'Dieses Zertifikat wurde widerrufen',
  revokedNote: '{issuer} hat es am {date} für ungültig erklärt.',
  superseded: 'Dieses Zertifikat wurde ersetzt',
  supersededNote: 'Seit dem {date} gilt an seiner Stelle ein neueres.',
  toSuccessor: 'Zum neueren Zertifikat',

  certificate: 'Zertifikat',
  completed: 'hat den Kurs abgeschlossen',
  facts: 'Was auf dem Zertifikat steht',
  completedOn: 'Abgeschlossen am',
  time: 'Dauer des Kurses',
  issuedBy: 'Ausgestellt von',
  issuedOn: 'Ausgestellt am',
  verificationCode: 'Code',
  pdfHash: 'SHA-256 des PDFs',
  download: 'PDF herunterladen',
  credential: 'Open Badge (signiert)',

  mistyped: 'Dieser Code ist vertippt',
  mistypedNote: 'Vergleichen Sie ihn noch einmal Zeichen für Zeichen mit dem Zertifikat.',
  unknown: 'Diesen Code trägt kein Zertifikat',
  unknownNote:
    'Er wurde hier nie vergeben. Steht er so auf dem Zertifikat, ist das Zertifikat nicht von uns.',
  unknownFile: 'Diese Datei ist keines unserer Zertifikate',
  unknownFileNote:
    'Sie wurde nach dem Ausstellen verändert oder von jemand anderem ausgestellt. Geben Sie den Code ein, der darauf steht, um zu sehen, was wir ausgestellt haben.',
  overLimit: 'Zu viele Prüfungen',
  overLimitNote: 'Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  unavailable: 'Das lässt sich gerade nicht prüfen',
  unavailableNote: 'Der Fehler liegt bei uns. Versuchen Sie es gleich noch einmal.',

  pdf: 'Liegt Ihnen das PDF vor?',
  pdfLead:
    'Ziehen Sie es hierher oder wählen Sie es aus. Es bleibt auf Ihrem Gerät: Nur sein Fingerabdruck wird verglichen.',
  choose: 'PDF auswählen',
  same: 'Unverändert: Diese Datei ist genau das Zertifikat, das ausgestellt wurde.',
  different:
    'Nicht dasselbe: Diese Datei ist nicht das PDF, das mit diesem Code ausgestellt wurde.',
}
