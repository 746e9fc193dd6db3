import { counted } from '../counted.ts'
import type { news as english } from '../en/news.ts'

export const news: typeof english = {
  'notifications.title': 'Benachrichtigungen',
  'notifications.all': 'Alle Benachrichtigungen',
  'notifications.readAll': 'Alle als gelesen markieren',
  'notifications.none': 'Noch nichts Neues. Hier steht, was sich in deinen Kursen tut.',
  'notifications.unread': 'Ungelesen:',
  'notifications.other': 'Es gibt Neues für dich.',
  'notification.reminder': counted('Etwas wartet auf dich', '# Dinge warten auf dich'),
  'notification.course-enrolled': ({ title }) => `Du bist in „${title}“ eingeschrieben`,
  'notification.submission-graded': ({ lesson }) => `„${lesson}“ ist bewertet`,
  'notification.submission-returned': ({ lesson }) =>
    `„${lesson}“ kam zurück: Versuch es noch einmal`,
  'notification.announcement': ({ title }) => `Neue Ankündigung in „${title}“`,
  'notification.question-asked': ({ lesson }) => `Neue Frage zu „${lesson}“`,
  'notification.question-answered': ({ lesson }) => `Antwort auf deine Frage zu „${lesson}“`,
  'notification.report-settled': ({ lesson }) => `Dein Hinweis zu „${lesson}“ wurde bearbeitet`,
  'notification.progress-reset': ({ title }) =>
    `Dein Fortschritt in „${title}“ wurde zurückgesetzt`,
  'notification.lesson-marked': ({ lesson }) => `„${lesson}“ ist wieder offen`,
  'notification.lesson-marked.done': ({ lesson }) => `„${lesson}“ gilt als erledigt`,
  'notification.extension-granted': ({ day, lesson }) =>
    `Du hast bis zum ${day} Zeit für „${lesson}“`,
  'notification.extension-revoked': ({ lesson, day }) => `„${lesson}“ ist wieder am ${day} fällig`,
  'notification.course-moved': ({ version, title }) =>
    `Du hast jetzt Version ${version} von „${title}“`,
  'notification.course-moved.done': ({ version, title }) =>
    `Mit Version ${version} hast du „${title}“ abgeschlossen`,
  'notification.certificate-ready': ({ title }) => `Dein Zertifikat für „${title}“ ist da`,
  'notification.certificate-ready.done': ({ title }) =>
    `Ein neues Zertifikat für „${title}“ ersetzt dein bisheriges`,
  'notification.certificate-expiry': ({ title, day }) =>
    `Dein Zertifikat für „${title}“ gilt bis zum ${day}`,
  'notification.certificate-expiry.done': ({ title }) =>
    `Dein Zertifikat für „${title}“ ist abgelaufen`,
  'notification.member-added': ({ title }) => `Du arbeitest jetzt an „${title}“ mit`,
  'notification.review-requested': ({ title }) => `Bitte prüfe „${title}“`,
  'notification.draft-approved': ({ title }) => `Der Entwurf von „${title}“ ist freigegeben`,
  'notification.changes-requested': ({ title }) =>
    `Am Entwurf von „${title}“ ist noch etwas zu tun`,
  'notification.payment-received': ({ amount }) => `Deine Zahlung über ${amount} ist da`,
  'notification.refund-made': ({ amount }) => `Wir haben dir ${amount} erstattet`,
}
