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
  signatures: 'Υπογραφές',
  criterion: 'Ολοκληρώθηκαν όλες οι υποχρεωτικές ενότητες του μαθήματος.',
  programCriterion: 'Ολοκληρώθηκαν όλα τα υποχρεωτικά μαθήματα του προγράμματος.',
  courses: 'Μαθήματα του προγράμματος',
}
