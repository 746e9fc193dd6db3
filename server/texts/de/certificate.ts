import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Zertifikat',
  heading: 'Zertifikat',
  beforeName: 'Hiermit wird bescheinigt:',
  beforeCourse: 'hat folgenden Kurs abgeschlossen:',
  beforeProgram: 'hat folgendes Programm abgeschlossen:',
  moreCourses: 'und {count} weitere',
  completedOn: 'Abgeschlossen am',
  minutes: 'Umfang',
  grade: 'Ergebnis',
  issuedBy: 'Ausgestellt von',
  issuedOn: 'Ausgestellt am',
  validUntil: 'Gültig bis',
  code: 'Prüfcode',
  verifyAt: 'Echtheit prüfen unter',
  signatures: 'Unterschriften',
  criterion: 'Alle Pflichtlektionen des Kurses wurden abgeschlossen.',
  programCriterion: 'Alle Pflichtkurse des Programms wurden abgeschlossen.',
  courses: 'Kurse des Programms',
}
