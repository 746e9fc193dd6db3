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
}
