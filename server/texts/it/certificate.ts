import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Attestato',
  heading: 'Attestato di completamento',
  beforeName: 'Si attesta che',
  beforeCourse: 'ha completato il corso',
  beforeProgram: 'ha completato il programma',
  moreCourses: 'e altri {count}',
  completedOn: 'Completato il',
  minutes: 'Durata',
  grade: 'Voto',
  issuedBy: 'Rilasciato da',
  issuedOn: 'Rilasciato il',
  validUntil: 'Valido fino al',
  code: 'Codice di verifica',
  verifyAt: 'Verifica questo attestato su',
  signatures: 'Firme',
  criterion: 'Tutte le lezioni obbligatorie del corso sono state completate.',
  programCriterion: 'Tutti i corsi obbligatori del programma sono stati completati.',
  courses: 'Corsi del programma',
}
