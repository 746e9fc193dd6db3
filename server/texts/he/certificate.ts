import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'תעודה',
  heading: 'תעודת סיום',
  beforeName: 'אנו מאשרים כי',
  beforeCourse: 'השלים/ה את הקורס',
  beforeProgram: 'השלים/ה את התוכנית',
  moreCourses: 'ועוד {count}',
  completedOn: 'תאריך סיום',
  minutes: 'היקף',
  grade: 'ציון',
  issuedBy: 'מטעם',
  issuedOn: 'תאריך הנפקה',
  validUntil: 'בתוקף עד',
  code: 'קוד אימות',
  verifyAt: 'לאימות התעודה',
  signatures: 'חתימות',
  criterion: 'כל השיעורים הנדרשים בקורס הושלמו.',
  programCriterion: 'כל הקורסים הנדרשים בתוכנית הושלמו.',
  courses: 'הקורסים בתוכנית',
}
