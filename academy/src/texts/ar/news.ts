import { counted } from '../counted.ts'
import type { news as english } from '../en/news.ts'

export const news: typeof english = {
  'notifications.title': 'الإشعارات',
  'notifications.all': 'كل الإشعارات',
  'notifications.readAll': 'تعليم الكل كمقروء',
  'notifications.none': 'لا جديد بعد. هنا يظهر ما يحدث في دوراتك.',
  'notifications.unread': 'غير مقروء:',
  'notifications.other': 'هناك جديد لك.',
  'notification.reminder': counted('شيء واحد ينتظرك', '# شيء ينتظرك', undefined, {
    two: 'شيئان ينتظرانك',
    few: '# أشياء تنتظرك',
    many: '# شيئًا ينتظرك',
  }),
  'notification.course-enrolled': ({ title }) => `تم تسجيلك في «${title}»`,
  'notification.submission-graded': ({ lesson }) => `تم تصحيح «${lesson}»`,
  'notification.submission-returned': ({ lesson }) => `أُعيد إليك «${lesson}» لمحاولة أخرى`,
  'notification.announcement': ({ title }) => `إعلان جديد في «${title}»`,
  'notification.question-asked': ({ lesson }) => `سؤال جديد عن «${lesson}»`,
  'notification.question-answered': ({ lesson }) => `وصلت إجابة عن سؤالك حول «${lesson}»`,
  'notification.report-settled': ({ lesson }) => `تمت مراجعة بلاغك عن «${lesson}»`,
  'notification.progress-reset': ({ title }) => `أُعيد تقدّمك في «${title}» إلى البداية`,
  'notification.lesson-marked': ({ lesson }) => `أُعيد فتح «${lesson}»`,
  'notification.lesson-marked.done': ({ lesson }) => `تم اعتبار «${lesson}» منجزًا`,
  'notification.extension-granted': ({ day, lesson }) => `لديك مهلة حتى ${day} من أجل «${lesson}»`,
  'notification.extension-revoked': ({ lesson, day }) => `عاد موعد «${lesson}» إلى ${day}`,
  'notification.course-moved': ({ version, title }) =>
    `أنت الآن في الإصدار ${version} من «${title}»`,
  'notification.course-moved.done': ({ version, title }) =>
    `مع الإصدار ${version} أكملت «${title}»`,
  'notification.certificate-ready': ({ title }) => `شهادتك في «${title}» جاهزة`,
  'notification.certificate-ready.done': ({ title }) => `شهادة جديدة في «${title}» تحل محل السابقة`,
  'notification.certificate-expiry': ({ title, day }) => `شهادتك في «${title}» صالحة حتى ${day}`,
  'notification.certificate-expiry.done': ({ title }) => `انتهت صلاحية شهادتك في «${title}»`,
  'notification.member-added': ({ title }) => `يمكنك الآن العمل على «${title}»`,
  'notification.review-requested': ({ title }) => `يُرجى مراجعة «${title}»`,
  'notification.draft-approved': ({ title }) => `تمت الموافقة على مسودة «${title}»`,
  'notification.changes-requested': ({ title }) => `مسودة «${title}» تحتاج إلى تعديلات`,
  'notification.payment-received': ({ amount }) => `وصلت دفعتك بقيمة ${amount}`,
  'notification.refund-made': ({ amount }) => `رددنا إليك ${amount}`,
}
