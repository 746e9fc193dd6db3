import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Verifica un certificato',
  checkLead: 'Digiti il codice riportato sul certificato o scelga il suo PDF.',
  code: 'Codice del certificato',
  codeHint: '17 lettere e cifre. Maiuscole, trattini e spazi non contano.',
  submit: 'Verifica',
  checkAnother: 'Verifica un altro certificato',
  nameNotGiven: 'Nome non indicato',

  valid: 'Questo certificato è valido',
  validNote: 'Rilasciato da {issuer} e attualmente valido.',
  revoked: 'Questo certificato è stato revocato',
  revokedNote: '{issuer} lo ha annullato il {date}.',
  superseded: 'Questo certificato è stato sostituito',
  supersededNote: 'Un certificato più recente lo ha sostituito il {date}.',
  expired: 'Questo certificato è scaduto',
  expiredNote: 'Era valido fino al {date}.',
  toSuccessor: 'Vedi il certificato più recente',

  facts: 'Che cosa dice il certificato',
  verificationCode: 'Codice',
  pdfHash: 'SHA-256 del PDF',
  download: 'Scarica il PDF',
  credential: 'Open Badge (firmato)',

  mistyped: 'Il codice è stato digitato male',
  mistypedNote: 'Lo confronti ancora una volta con il certificato, carattere per carattere.',
  unknown: 'Nessun certificato ha questo codice',
  unknownNote:
    'Non abbiamo mai rilasciato questo codice. Se sul certificato è scritto così, il ' +
    'certificato non è nostro.',
  unknownFile: 'Questo file non è un nostro certificato',
  unknownFileNote:
    'È stato modificato dopo il rilascio o rilasciato da altri. Digiti il codice che vi è ' +
    'riportato per vedere che cosa abbiamo rilasciato.',
  overLimit: 'Troppe verifiche',
  overLimitNote: 'Attenda un minuto e riprovi.',
  unavailable: 'Al momento la verifica non è possibile',
  unavailableNote: 'L’errore è nostro. Riprovi tra un istante.',

  pdf: 'Ha il PDF?',
  pdfLead:
    'Lo trascini qui o lo scelga. Resta sul suo dispositivo: si confronta solo la sua impronta.',
  choose: 'Scegli un PDF',
  same: 'Invariato: questo file è esattamente il certificato rilasciato.',
  different: 'Diverso: questo file non è il PDF rilasciato con questo codice.',
  added:
    'Modificato dopo la firma: al certificato rilasciato è stato aggiunto qualcosa. Non si ' +
    'fidi di ciò che mostra.',

  share: 'Condividi su LinkedIn',
  addToProfile: 'Aggiungi al profilo LinkedIn',
  copyLink: 'Copia il link',
  copied: 'Copiato',
  badge: 'Badge (PNG)',
  languages: 'Lingue',
}
