import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Verificar um certificado',
  checkLead: 'Escreva o código que consta no certificado ou escolha o seu PDF.',
  code: 'Código do certificado',
  codeHint: '17 letras e algarismos. Maiúsculas, hífenes e espaços não importam.',
  submit: 'Verificar',
  checkAnother: 'Verificar outro certificado',
  nameNotGiven: 'Nome não informado',

  valid: 'Este certificado é válido',
  validNote: 'Emitido por {issuer} e atualmente válido.',
  revoked: 'Este certificado foi revogado',
  revokedNote: '{issuer} anulou-o em {date}.',
  superseded: 'Este certificado foi substituído',
  supersededNote: 'Um certificado mais recente substituiu-o em {date}.',
  expired: 'Este certificado expirou',
  expiredNote: 'Foi válido até {date}.',
  toSuccessor: 'Ver o certificado mais recente',

  facts: 'O que diz o certificado',
  verificationCode: 'Código',
  pdfHash: 'SHA-256 do PDF',
  download: 'Descarregar o PDF',
  credential: 'Open Badge (assinado)',

  mistyped: 'O código foi mal digitado',
  mistypedNote: 'Compare-o mais uma vez com o certificado, carácter a carácter.',
  unknown: 'Nenhum certificado tem este código',
  unknownNote:
    'Nunca emitimos este código. Se consta assim no certificado, o certificado não é nosso.',
  unknownFile: 'Este ficheiro não é um dos nossos certificados',
  unknownFileNote:
    'Foi alterado depois de emitido ou emitido por outra entidade. Escreva o código que nele ' +
    'consta para ver o que emitimos.',
  overLimit: 'Demasiadas verificações',
  overLimitNote: 'Espere um minuto e tente de novo.',
  unavailable: 'De momento não é possível verificar',
  unavailableNote: 'O erro é nosso. Tente de novo dentro de momentos.',

  pdf: 'Tem o PDF?',
  pdfLead:
    'Arraste-o para aqui ou escolha-o. Fica no seu dispositivo: só a sua impressão digital é ' +
    'comparada.',
  choose: 'Escolher um PDF',
  same: 'Inalterado: este ficheiro é exatamente o certificado que foi emitido.',
  different: 'Diferente: este ficheiro não é o PDF emitido com este código.',
  added:
    'Alterado depois de assinado: algo foi acrescentado ao certificado emitido. Não confie ' +
    'no que mostra.',

  share: 'Partilhar no LinkedIn',
  addToProfile: 'Adicionar ao perfil do LinkedIn',
  copyLink: 'Copiar a ligação',
  copied: 'Copiado',
  badge: 'Distintivo (PNG)',
  languages: 'Idiomas',
}
