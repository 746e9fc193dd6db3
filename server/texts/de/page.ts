import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Zertifikat prüfen',
  checkLead: 'Dafür genügt der Code, der auf dem Zertifikat steht, oder dessen PDF.',
  code: 'Code auf dem Zertifikat',
  codeHint:
    '17 Buchstaben und Ziffern. Großschreibung, Striche und Leerzeichen spielen keine Rolle.',
  submit: 'Prüfen',
  checkAnother: 'Ein anderes Zertifikat prüfen',
  nameNotGiven: 'Name nicht angegeben',

  valid: 'Dieses Zertifikat ist gültig',
  validNote: 'Ausgestellt von {issuer} und derzeit gültig.',
  revoked: 'Dieses Zertifikat wurde widerrufen',
  revokedNote: '{issuer} hat es am {date} für ungültig erklärt.',
  superseded: 'Dieses Zertifikat wurde ersetzt',
  supersededNote: 'Ein neueres Zertifikat hat es am {date} ersetzt.',
  expired: 'Dieses Zertifikat ist abgelaufen',
  expiredNote: 'Es war bis {date} gültig.',
  toSuccessor: 'Zum neueren Zertifikat',

  facts: 'Was auf dem Zertifikat steht',
  verificationCode: 'Code',
  pdfHash: 'SHA-256 des PDFs',
  download: 'PDF herunterladen',
  credential: 'Open Badge (signiert)',

  mistyped: 'Dieser Code enthält einen Tippfehler',
  mistypedNote: 'Bitte noch einmal Zeichen für Zeichen mit dem Zertifikat vergleichen.',
  unknown: 'Kein Zertifikat hat diesen Code',
  unknownNote:
    'Wir haben diesen Code nie vergeben. Steht er so auf dem Zertifikat, ist das Zertifikat ' +
    'nicht von uns.',
  unknownFile: 'Diese Datei ist keines unserer Zertifikate',
  unknownFileNote:
    'Die Datei wurde nach dem Ausstellen verändert oder von jemand anderem ausgestellt. Der Code, ' +
    'der darauf steht, führt zu dem, was wir ausgestellt haben.',
  overLimit: 'Zu viele Prüfungen',
  overLimitNote: 'In einer Minute geht es wieder.',
  unavailable: 'Das lässt sich gerade nicht prüfen',
  unavailableNote: 'Der Fehler liegt bei uns. Bitte gleich noch einmal versuchen.',

  pdf: 'PDF prüfen',
  pdfLead:
    'Einfach hierher ziehen oder auswählen. Das PDF bleibt auf diesem Gerät: Nur seine Prüfsumme ' +
    'wird verglichen.',
  choose: 'PDF auswählen',
  same: 'Unverändert: Diese Datei ist genau das Zertifikat, das ausgestellt wurde.',
  different: 'Abweichend: Diese Datei ist nicht das PDF, das mit diesem Code ausgestellt wurde.',
  added:
    'Nach dem Signieren geändert: Dem ausgestellten Zertifikat wurde etwas hinzugefügt. ' +
    'Was diese Datei zeigt, ist nicht verlässlich.',

  share: 'Auf LinkedIn teilen',
  addToProfile: 'Zum LinkedIn-Profil hinzufügen',
  copyLink: 'Link kopieren',
  copied: 'Kopiert',
  badge: 'Badge (PNG)',
  languages: 'Sprachen',
}
