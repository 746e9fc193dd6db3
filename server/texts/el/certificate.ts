import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Πιστοποιητικό',
  heading: 'Πιστοποιητικό Ολοκλήρωσης',
  beforeName: 'Πιστοποιείται ότι',
  beforeCourse: 'ολοκλήρωσε το μάθημα',
  beforeProgram: 'ολοκλήρωσε το πρόγραμμα',
  moreCourses: 'και {count} ακόμη',
  completedOn: 'Ημερομηνία ολοκλήρωσης',
  minutes: 'Διάρκεια',
  grade: 'Βαθμός',
  issuedBy: 'Εκδότης',
  issuedOn: 'Ημερομηνία έκδοσης',
  validUntil: 'Ισχύει έως',
  code: 'Κωδικός επαλήθευσης',
  verifyAt: 'Επαλήθευση στη διεύθυνση',
}
