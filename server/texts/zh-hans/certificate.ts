import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: '结业证书',
  heading: '结业证书',
  beforeName: '兹证明',
  beforeCourse: '已完成以下课程',
  beforeProgram: '已完成以下学习项目',
  moreCourses: '另有{count}门课程',
  completedOn: '完成日期',
  minutes: '学习时长',
  grade: '成绩',
  issuedBy: '颁发机构',
  issuedOn: '颁发日期',
  validUntil: '有效期至',
  code: '验证码',
  verifyAt: '证书验证网址',
  signatures: '签名',
  criterion: '已完成该课程的所有必修课时。',
  programCriterion: '已完成该学习项目的所有必修课程。',
  courses: '学习项目中的课程',
}
