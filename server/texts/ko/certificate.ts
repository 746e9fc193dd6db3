import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: '수료증',
  heading: '수료증',
  beforeName: '아래 사람은',
  beforeCourse: '다음 과정을 수료하였음을 증명합니다',
  beforeProgram: '다음 프로그램을 수료하였음을 증명합니다',
  moreCourses: '외 {count}개 과정',
  completedOn: '수료일',
  minutes: '학습 시간',
  grade: '성적',
  issuedBy: '발급 기관',
  issuedOn: '발급일',
  validUntil: '유효 기한',
  code: '확인 코드',
  verifyAt: '수료증 확인 주소',
  signatures: '서명',
  criterion: '과정의 필수 수업을 모두 마쳤습니다.',
  programCriterion: '프로그램의 필수 과정을 모두 마쳤습니다.',
  courses: '프로그램의 과정',
}
