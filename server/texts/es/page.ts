import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Comprobar un certificado',
  checkLead: 'Escriba el código que figura en el certificado o elija su PDF.',
  code: 'Código del certificado',
  codeHint: '17 letras y cifras. No importan las mayúsculas, los guiones ni los espacios.',
  submit: 'Comprobar',
  checkAnother: 'Comprobar otro certificado',
  nameNotGiven: 'Nombre no indicado',

  valid: 'Este certificado es válido',
  validNote: 'Emitido por {issuer} y actualmente válido.',
  revoked: 'Este certificado fue revocado',
  revokedNote: '{issuer} lo anuló el {date}.',
  superseded: 'Este certificado fue sustituido',
  supersededNote: 'Un certificado más reciente lo sustituyó el {date}.',
  expired: 'Este certificado ha caducado',
  expiredNote: 'Fue válido hasta el {date}.',
  toSuccessor: 'Ver el certificado más reciente',

  facts: 'Lo que dice el certificado',
  verificationCode: 'Código',
  pdfHash: 'SHA-256 del PDF',
  download: 'Descargar el PDF',
  credential: 'Open Badge (firmado)',

  mistyped: 'El código está mal escrito',
  mistypedNote: 'Compárelo de nuevo con el certificado, carácter por carácter.',
  unknown: 'Ningún certificado tiene este código',
  unknownNote:
    'Nunca emitimos este código. Si figura así en el certificado, el certificado no es nuestro.',
  unknownFile: 'Este archivo no es uno de nuestros certificados',
  unknownFileNote:
    'Se modificó después de emitirse o lo emitió otra entidad. Escriba el código que figura en ' +
    'él para ver lo que emitimos.',
  overLimit: 'Demasiadas comprobaciones',
  overLimitNote: 'Espere un minuto e inténtelo de nuevo.',
  unavailable: 'Ahora mismo no se puede comprobar',
  unavailableNote: 'El fallo es nuestro. Inténtelo de nuevo dentro de un momento.',

  pdf: '¿Tiene el PDF?',
  pdfLead:
    'Arrástrelo aquí o elíjalo. No sale de su dispositivo: solo se compara su huella digital.',
  choose: 'Elegir un PDF',
  same: 'Sin cambios: este archivo es exactamente el certificado que se emitió.',
  different: 'No coincide: este archivo no es el PDF que se emitió con este código.',
  added:
    'Modificado después de firmarse: se añadió algo al certificado emitido. No se fíe de lo ' +
    'que muestra.',

  share: 'Compartir en LinkedIn',
  addToProfile: 'Añadir al perfil de LinkedIn',
  copyLink: 'Copiar el enlace',
  copied: 'Copiado',
  badge: 'Insignia (PNG)',
  languages: 'Idiomas',
}
