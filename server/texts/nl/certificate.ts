import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Certificaat',
  heading: 'Certificaat',
  beforeName: 'Hierbij wordt verklaard dat',
  beforeCourse: 'de volgende cursus heeft voltooid:',
  beforeProgram: 'het volgende programma heeft voltooid:',
  moreCourses: 'en nog {count}',
  completedOn: 'Voltooid op',
  minutes: 'Omvang',
  grade: 'Resultaat',
  issuedBy: 'Uitgegeven door',
  issuedOn: 'Uitgegeven op',
  validUntil: 'Geldig tot en met',
  code: 'Verificatiecode',
  verifyAt: 'Controleer dit certificaat op',
  signatures: 'Handtekeningen',
  criterion: 'Alle verplichte lessen van de cursus zijn voltooid.',
  programCriterion: 'Alle verplichte cursussen van het programma zijn voltooid.',
  courses: 'Cursussen van het programma',
}
