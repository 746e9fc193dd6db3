import { counted } from '../counted.ts'
import type { news as english } from '../en/news.ts'

export const news: typeof english = {
  'notifications.title': 'Notificaciones',
  'notifications.all': 'Todas las notificaciones',
  'notifications.readAll': 'Marcar todo como leído',
  'notifications.none': 'Aún no hay novedades. Aquí verás lo que pasa en tus cursos.',
  'notifications.unread': 'Sin leer:',
  'notifications.other': 'Hay novedades para ti.',
  'notification.reminder': counted('Te espera 1 cosa', 'Te esperan # cosas'),
  'notification.course-enrolled': ({ title }) => `Tu inscripción en «${title}» está confirmada`,
  'notification.submission-graded': ({ lesson }) => `Tu entrega de «${lesson}» está corregida`,
  'notification.submission-returned': ({ lesson }) =>
    `Tu entrega de «${lesson}» se te ha devuelto para otro intento`,
  'notification.announcement': ({ title }) => `Nuevo anuncio en «${title}»`,
  'notification.question-asked': ({ lesson }) => `Nueva pregunta sobre «${lesson}»`,
  'notification.question-answered': ({ lesson }) => `Tu pregunta sobre «${lesson}» tiene respuesta`,
  'notification.report-settled': ({ lesson }) => `Se ha revisado tu aviso sobre «${lesson}»`,
  'notification.progress-reset': ({ title }) => `Tu progreso en «${title}» se ha reiniciado`,
  'notification.lesson-marked': ({ lesson }) => `«${lesson}» vuelve a estar abierta`,
  'notification.lesson-marked.done': ({ lesson }) => `«${lesson}» consta como completada`,
  'notification.extension-granted': ({ day, lesson }) => `Tienes hasta el ${day} para «${lesson}»`,
  'notification.extension-revoked': ({ lesson, day }) => `«${lesson}» vence de nuevo el ${day}`,
  'notification.course-moved': ({ version, title }) =>
    `Ahora sigues la versión ${version} de «${title}»`,
  'notification.course-moved.done': ({ version, title }) =>
    `Con la versión ${version} has completado «${title}»`,
  'notification.certificate-ready': ({ title }) => `Tu certificado de «${title}» está listo`,
  'notification.certificate-ready.done': ({ title }) =>
    `Un nuevo certificado de «${title}» sustituye al anterior`,
  'notification.certificate-expiry': ({ title, day }) =>
    `Tu certificado de «${title}» vale hasta el ${day}`,
  'notification.certificate-expiry.done': ({ title }) => `Tu certificado de «${title}» ha caducado`,
  'notification.member-added': ({ title }) => `Ahora trabajas en «${title}»`,
  'notification.review-requested': ({ title }) => `Revisa «${title}», por favor`,
  'notification.draft-approved': ({ title }) => `El borrador de «${title}» está aprobado`,
  'notification.changes-requested': ({ title }) => `El borrador de «${title}» necesita cambios`,
  'notification.payment-received': ({ amount }) => `Ha llegado tu pago de ${amount}`,
  'notification.refund-made': ({ amount }) => `Te hemos devuelto ${amount}`,
}
