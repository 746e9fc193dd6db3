import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Sertifikat',
  heading: 'Sertifikat Penyelesaian',
  beforeName: 'Dengan ini dinyatakan bahwa',
  beforeCourse: 'telah menyelesaikan kursus',
  beforeProgram: 'telah menyelesaikan program',
  moreCourses: 'dan {count} lainnya',
  completedOn: 'Diselesaikan pada',
  minutes: 'Durasi',
  grade: 'Nilai',
  issuedBy: 'Diterbitkan oleh',
  issuedOn: 'Diterbitkan pada',
  validUntil: 'Berlaku hingga',
  code: 'Kode verifikasi',
  verifyAt: 'Periksa sertifikat ini di',
  signatures: 'Tanda tangan',
  criterion: 'Semua pelajaran wajib dalam kursus telah diselesaikan.',
  programCriterion: 'Semua kursus wajib dalam program telah diselesaikan.',
  courses: 'Kursus dalam program',
}
