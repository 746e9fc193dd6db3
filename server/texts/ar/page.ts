import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'التحقق من شهادة',
  checkLead: 'أدخل الرمز المطبوع على الشهادة أو اختر ملف PDF الخاص بها.',
  code: 'الرمز المطبوع على الشهادة',
  codeHint: '17 حرفًا ورقمًا. لا فرق بين الأحرف الكبيرة والصغيرة، ولا تهم الشرطات ولا المسافات.',
  submit: 'تحقق',
  checkAnother: 'التحقق من شهادة أخرى',
  nameNotGiven: 'الاسم غير مذكور',

  valid: 'هذه الشهادة صالحة',
  validNote: 'صادرة عن {issuer} وصالحة حاليًا.',
  revoked: 'أُلغيت هذه الشهادة',
  revokedNote: 'أعلنت {issuer} عدم صلاحيتها بتاريخ {date}.',
  superseded: 'استُبدلت هذه الشهادة',
  supersededNote: 'حلّت محلها شهادة أحدث بتاريخ {date}.',
  expired: 'انتهت صلاحية هذه الشهادة',
  expiredNote: 'كانت صالحة حتى {date}.',
  toSuccessor: 'عرض الشهادة الأحدث',

  facts: 'بيانات الشهادة',
  verificationCode: 'الرمز',
  pdfHash: 'بصمة SHA-256 لملف PDF',
  download: 'تنزيل ملف PDF',
  credential: 'Open Badge (موقّعة)',

  mistyped: 'يوجد خطأ في كتابة هذا الرمز',
  mistypedNote: 'قارنه مرة أخرى بالشهادة حرفًا حرفًا.',
  unknown: 'لا توجد شهادة بهذا الرمز',
  unknownNote: 'لم نُصدر هذا الرمز قط. إذا كان مطابقًا لما على الشهادة فهي ليست صادرة عنا.',
  unknownFile: 'هذا الملف ليس من شهاداتنا',
  unknownFileNote:
    'عُدّل الملف بعد إصداره أو أصدرته جهة أخرى. أدخل الرمز المطبوع عليه لترى ما أصدرناه.',
  overLimit: 'عمليات تحقق كثيرة جدًا',
  overLimitNote: 'انتظر دقيقة ثم حاول مرة أخرى.',
  unavailable: 'لا يمكن التحقق الآن',
  unavailableNote: 'المشكلة من جانبنا. حاول مرة أخرى بعد قليل.',

  pdf: 'هل لديك ملف PDF؟',
  pdfLead: 'أسقطه هنا أو اختره. يبقى على جهازك: تُقارن بصمته فقط.',
  choose: 'اختيار ملف PDF',
  same: 'دون تغيير: هذا الملف هو الشهادة نفسها كما صدرت.',
  different: 'مختلف: هذا الملف ليس ملف PDF الصادر بهذا الرمز.',
  added: 'عُدّل بعد التوقيع: أُضيف شيء إلى الشهادة الأصلية. لا تثق بما يعرضه هذا الملف.',

  share: 'المشاركة على LinkedIn',
  addToProfile: 'الإضافة إلى ملفك على LinkedIn',
  copyLink: 'نسخ الرابط',
  copied: 'نُسخ',
  badge: 'الشارة (PNG)',
  languages: 'اللغات',
}
