import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Chứng chỉ',
  heading: 'Chứng nhận hoàn thành',
  beforeName: 'Chứng nhận',
  beforeCourse: 'đã hoàn thành khóa học',
  beforeProgram: 'đã hoàn thành chương trình',
  moreCourses: 'và {count} khóa học khác',
  completedOn: 'Hoàn thành ngày',
  minutes: 'Thời lượng',
  grade: 'Điểm',
  issuedBy: 'Đơn vị cấp',
  issuedOn: 'Ngày cấp',
  validUntil: 'Có hiệu lực đến',
  code: 'Mã xác minh',
  verifyAt: 'Xác minh chứng nhận tại',
  signatures: 'Chữ ký',
  criterion: 'Đã hoàn thành tất cả bài học bắt buộc của khóa học.',
  programCriterion: 'Đã hoàn thành tất cả khóa học bắt buộc của chương trình.',
  courses: 'Các khóa học của chương trình',
}
