import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Certificado',
  heading: 'Certificado de finalización',
  beforeName: 'Se certifica que',
  beforeCourse: 'ha completado el curso',
  beforeProgram: 'ha completado el programa',
  moreCourses: 'y {count} más',
  completedOn: 'Completado el',
  minutes: 'Duración',
  grade: 'Calificación',
  issuedBy: 'Emitido por',
  issuedOn: 'Emitido el',
  validUntil: 'Válido hasta el',
  code: 'Código de verificación',
  verifyAt: 'Compruebe este certificado en',
  signatures: 'Firmas',
  criterion: 'Se han completado todas las lecciones obligatorias del curso.',
  programCriterion: 'Se han completado todos los cursos obligatorios del programa.',
  courses: 'Cursos del programa',
}
