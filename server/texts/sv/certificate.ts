import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Intyg',
  heading: 'Kursintyg',
  beforeName: 'Härmed intygas att',
  beforeCourse: 'har slutfört kursen',
  beforeProgram: 'har slutfört programmet',
  moreCourses: 'och {count} till',
  completedOn: 'Slutförd den',
  minutes: 'Omfattning',
  grade: 'Resultat',
  issuedBy: 'Utfärdat av',
  issuedOn: 'Utfärdat den',
  validUntil: 'Giltigt till och med',
  code: 'Verifieringskod',
  verifyAt: 'Kontrollera intyget på',
  signatures: 'Underskrifter',
  criterion: 'Alla obligatoriska lektioner i kursen har slutförts.',
  programCriterion: 'Alla obligatoriska kurser i programmet har slutförts.',
  courses: 'Kurser i programmet',
}
