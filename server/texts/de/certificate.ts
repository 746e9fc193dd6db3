import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Zertifikat',
  heading: 'Zertifikat',
  beforeName: 'Hiermit wird bescheinigt:',
  beforeCourse: 'hat folgenden Kurs abgeschlossen:',
  completedOn: 'Abgeschlossen am',
  minutes: 'Umfang',
  grade: 'Ergebnis',
  issuedBy: 'Ausgestellt von',
  issuedOn: 'Ausgestellt am',
  validUntil: 'Gültig bis',
  code: 'Prüfcode',
  verifyAt: 'Echtheit prüfen unter',
}
