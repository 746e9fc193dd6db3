import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'شهادة',
  heading: 'شهادة إتمام',
  beforeName: 'تُمنح هذه الشهادة إلى',
  beforeCourse: 'تقديرًا لإتمام الدورة',
  beforeProgram: 'تقديرًا لإتمام البرنامج',
  moreCourses: 'و{count} أخرى',
  completedOn: 'تاريخ الإتمام',
  minutes: 'مدة الدراسة',
  grade: 'الدرجة',
  issuedBy: 'جهة الإصدار',
  issuedOn: 'تاريخ الإصدار',
  validUntil: 'صالحة حتى',
  code: 'رمز التحقق',
  verifyAt: 'للتحقق من هذه الشهادة',
  signatures: 'التوقيعات',
  criterion: 'أُكملت جميع الدروس الإلزامية في الدورة.',
  programCriterion: 'أُكملت جميع الدورات الإلزامية في البرنامج.',
  courses: 'دورات البرنامج',
}
