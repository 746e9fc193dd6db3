import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Vérifier un certificat',
  checkLead: 'Saisissez le code qui figure sur le certificat ou choisissez son PDF.',
  code: 'Code du certificat',
  codeHint:
    '17 lettres et chiffres. Les majuscules, les tirets et les espaces n’ont pas d’importance.',
  submit: 'Vérifier',
  checkAnother: 'Vérifier un autre certificat',
  nameNotGiven: 'Nom non indiqué',

  valid: 'Ce certificat est valide',
  validNote: 'Délivré par {issuer} et actuellement valide.',
  revoked: 'Ce certificat a été révoqué',
  revokedNote: '{issuer} l’a annulé le {date}.',
  superseded: 'Ce certificat a été remplacé',
  supersededNote: 'Un certificat plus récent l’a remplacé le {date}.',
  expired: 'Ce certificat a expiré',
  expiredNote: 'Il était valable jusqu’au {date}.',
  toSuccessor: 'Voir le certificat plus récent',

  facts: 'Ce que dit le certificat',
  verificationCode: 'Code',
  pdfHash: 'SHA-256 du PDF',
  download: 'Télécharger le PDF',
  credential: 'Open Badge (signé)',

  mistyped: 'Ce code contient une faute de frappe',
  mistypedNote: 'Comparez-le encore une fois au certificat, caractère par caractère.',
  unknown: 'Aucun certificat ne porte ce code',
  unknownNote:
    'Nous n’avons jamais émis ce code. S’il figure ainsi sur le certificat, celui-ci n’est pas ' +
    'de nous.',
  unknownFile: 'Ce fichier n’est pas l’un de nos certificats',
  unknownFileNote:
    'Il a été modifié après sa délivrance ou délivré par quelqu’un d’autre. Saisissez le code ' +
    'qui y figure pour voir ce que nous avons délivré.',
  overLimit: 'Trop de vérifications',
  overLimitNote: 'Attendez une minute, puis réessayez.',
  unavailable: 'La vérification est impossible pour le moment',
  unavailableNote: 'L’erreur vient de nous. Réessayez dans un instant.',

  pdf: 'Vous avez le PDF ?',
  pdfLead:
    'Déposez-le ici ou choisissez-le. Il reste sur votre appareil : seule son empreinte est ' +
    'comparée.',
  choose: 'Choisir un PDF',
  same: 'Inchangé : ce fichier est exactement le certificat qui a été délivré.',
  different: 'Différent : ce fichier n’est pas le PDF délivré avec ce code.',
  added:
    'Modifié après la signature : quelque chose a été ajouté au certificat délivré. Ne vous ' +
    'fiez pas à ce qu’il montre.',

  share: 'Partager sur LinkedIn',
  addToProfile: 'Ajouter au profil LinkedIn',
  copyLink: 'Copier le lien',
  copied: 'Copié',
  badge: 'Badge (PNG)',
  languages: 'Langues',
}
