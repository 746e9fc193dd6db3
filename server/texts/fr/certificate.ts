import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Certificat',
  heading: 'Certificat de réussite',
  beforeName: 'Nous certifions que',
  beforeCourse: 'a terminé le cours',
  beforeProgram: 'a terminé le programme',
  moreCourses: 'et {count} autres',
  completedOn: 'Terminé le',
  minutes: 'Durée',
  grade: 'Résultat',
  issuedBy: 'Délivré par',
  issuedOn: 'Délivré le',
  validUntil: 'Valable jusqu’au',
  code: 'Code de vérification',
  verifyAt: 'Vérifiez ce certificat à l’adresse',
  signatures: 'Signatures',
  criterion: 'Toutes les leçons obligatoires du cours ont été terminées.',
  programCriterion: 'Tous les cours obligatoires du programme ont été terminés.',
  courses: 'Cours du programme',
}
