import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Sertifika',
  heading: 'Kurs Bitirme Belgesi',
  beforeName: 'Bu belge ile onaylanır:',
  beforeCourse: 'aşağıdaki kursu tamamlamıştır:',
  beforeProgram: 'aşağıdaki programı tamamlamıştır:',
  moreCourses: 've {count} kurs daha',
  completedOn: 'Tamamlanma tarihi',
  minutes: 'Süre',
  grade: 'Not',
  issuedBy: 'Düzenleyen',
  issuedOn: 'Düzenlenme tarihi',
  validUntil: 'Son geçerlilik tarihi',
  code: 'Doğrulama kodu',
  verifyAt: 'Bu belgeyi doğrulayın',
  signatures: 'İmzalar',
  criterion: 'Kursun tüm zorunlu dersleri tamamlandı.',
  programCriterion: 'Programın tüm zorunlu kursları tamamlandı.',
  courses: 'Programın kursları',
}
