import { counted } from '../counted.ts'
import type { news as english } from '../en/news.ts'

export const news: typeof english = {
  'notifications.title': 'Notifications',
  'notifications.all': 'Toutes les notifications',
  'notifications.readAll': 'Tout marquer comme lu',
  'notifications.none':
    'Rien de neuf pour l’instant. Ce qui se passe dans vos cours s’affiche ici.',
  'notifications.unread': 'Non lu :',
  'notifications.other': 'Il y a du nouveau pour vous.',
  'notification.reminder': counted('# chose vous attend', '# choses vous attendent'),
  'notification.course-enrolled': ({ title }) => `Votre inscription à « ${title} » est faite`,
  'notification.submission-graded': ({ lesson }) => `Votre travail pour « ${lesson} » est corrigé`,
  'notification.submission-returned': ({ lesson }) =>
    `Votre travail pour « ${lesson} » vous a été renvoyé pour un nouvel essai`,
  'notification.announcement': ({ title }) => `Nouvelle annonce dans « ${title} »`,
  'notification.question-asked': ({ lesson }) => `Nouvelle question sur « ${lesson} »`,
  'notification.question-answered': ({ lesson }) =>
    `Votre question sur « ${lesson} » a reçu une réponse`,
  'notification.report-settled': ({ lesson }) => `Votre signalement sur « ${lesson} » a été traité`,
  'notification.progress-reset': ({ title }) =>
    `Votre progression dans « ${title} » a été remise à zéro`,
  'notification.lesson-marked': ({ lesson }) => `La leçon « ${lesson} » est de nouveau ouverte`,
  'notification.lesson-marked.done': ({ lesson }) =>
    `La leçon « ${lesson} » est marquée comme terminée`,
  'notification.extension-granted': ({ day, lesson }) =>
    `Vous avez jusqu’au ${day} pour « ${lesson} »`,
  'notification.extension-revoked': ({ lesson, day }) =>
    `« ${lesson} » est de nouveau à rendre le ${day}`,
  'notification.course-moved': ({ version, title }) =>
    `Vous suivez maintenant la version ${version} de « ${title} »`,
  'notification.course-moved.done': ({ version, title }) =>
    `Avec la version ${version}, vous avez terminé « ${title} »`,
  'notification.certificate-ready': ({ title }) => `Votre certificat pour « ${title} » est prêt`,
  'notification.certificate-ready.done': ({ title }) =>
    `Un nouveau certificat pour « ${title} » remplace le précédent`,
  'notification.certificate-expiry': ({ title, day }) =>
    `Votre certificat pour « ${title} » est valable jusqu’au ${day}`,
  'notification.certificate-expiry.done': ({ title }) =>
    `Votre certificat pour « ${title} » a expiré`,
  'notification.member-added': ({ title }) => `Vous travaillez désormais sur « ${title} »`,
  'notification.review-requested': ({ title }) => `Merci de relire « ${title} »`,
  'notification.draft-approved': ({ title }) => `Le brouillon de « ${title} » est approuvé`,
  'notification.changes-requested': ({ title }) => `Le brouillon de « ${title} » est à modifier`,
  'notification.payment-received': ({ amount }) => `Votre paiement de ${amount} est arrivé`,
  'notification.refund-made': ({ amount }) => `Nous vous avons remboursé ${amount}`,
}
