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
  signatures: '簽名',
  criterion: '已完成該課程的所有必修單元。',
  programCriterion: '已完成該學習計畫的所有必修課程。',
  courses: '學習計畫中的課程',
}
