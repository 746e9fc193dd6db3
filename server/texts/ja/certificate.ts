import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: '修了証',
  heading: '修了証',
  beforeName: '下記の者は',
  beforeCourse: '次の課程を修了したことを証します',
  beforeProgram: '次のプログラムを修了したことを証します',
  moreCourses: '他{count}課程',
  completedOn: '修了日',
  minutes: '学習時間',
  grade: '成績',
  issuedBy: '発行者',
  issuedOn: '発行日',
  validUntil: '有効期限',
  code: '確認コード',
  verifyAt: 'この修了証の確認先',
  signatures: '署名者',
  criterion: '課程の必修レッスンをすべて修了しました。',
  programCriterion: 'プログラムの必修課程をすべて修了しました。',
  courses: 'プログラムの課程',
}
