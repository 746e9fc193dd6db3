import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: '結業證書',
  heading: '結業證書',
  beforeName: '茲證明',
  beforeCourse: '已完成以下課程',
  beforeProgram: '已完成以下學習計畫',
  moreCourses: '另有{count}門課程',
  completedOn: '完成日期',
  minutes: '學習時數',
  grade: '成績',
  issuedBy: '頒發機構',
  issuedOn: '頒發日期',
  validUntil: '有效期限至',
  code: '驗證碼',
  verifyAt: '證書驗證網址',
}
