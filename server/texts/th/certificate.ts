import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'ประกาศนียบัตร',
  heading: 'ประกาศนียบัตร',
  beforeName: 'ขอรับรองว่า',
  beforeCourse: 'ได้สำเร็จหลักสูตร',
  beforeProgram: 'ได้สำเร็จโปรแกรมการเรียน',
  moreCourses: 'และอีก {count} หลักสูตร',
  completedOn: 'สำเร็จเมื่อ',
  minutes: 'ระยะเวลาเรียน',
  grade: 'คะแนน',
  issuedBy: 'ออกโดย',
  issuedOn: 'ออกเมื่อ',
  validUntil: 'ใช้ได้ถึง',
  code: 'รหัสตรวจสอบ',
  verifyAt: 'ตรวจสอบได้ที่',
  signatures: 'ผู้ลงนาม',
  criterion: 'เรียนบทเรียนบังคับของหลักสูตรครบทุกบท',
  programCriterion: 'เรียนหลักสูตรบังคับของโปรแกรมครบทุกหลักสูตร',
  courses: 'หลักสูตรในโปรแกรม',
}
