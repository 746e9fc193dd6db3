import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Certyfikat',
  heading: 'Certyfikat ukończenia kursu',
  beforeName: 'Niniejszym zaświadcza się, że',
  beforeCourse: 'ukończył(a) kurs',
  beforeProgram: 'ukończył(a) program',
  moreCourses: 'i jeszcze {count}',
  completedOn: 'Data ukończenia',
  minutes: 'Czas nauki',
  grade: 'Ocena',
  issuedBy: 'Wystawca',
  issuedOn: 'Data wystawienia',
  validUntil: 'Ważny do',
  code: 'Kod weryfikacyjny',
  verifyAt: 'Sprawdź ten certyfikat pod adresem',
  signatures: 'Podpisy',
  criterion: 'Ukończono wszystkie obowiązkowe lekcje kursu.',
  programCriterion: 'Ukończono wszystkie obowiązkowe kursy programu.',
  courses: 'Kursy programu',
}
