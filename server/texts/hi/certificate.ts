import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'प्रमाणपत्र',
  heading: 'पूर्णता प्रमाणपत्र',
  beforeName: 'प्रमाणित किया जाता है कि',
  beforeCourse: 'ने यह पाठ्यक्रम पूरा किया है',
  beforeProgram: 'ने यह कार्यक्रम पूरा किया है',
  moreCourses: 'और {count} अन्य',
  completedOn: 'पूर्ण होने की तिथि',
  minutes: 'अवधि',
  grade: 'प्राप्तांक',
  issuedBy: 'जारीकर्ता',
  issuedOn: 'जारी करने की तिथि',
  validUntil: 'मान्यता की अंतिम तिथि',
  code: 'सत्यापन कोड',
  verifyAt: 'इस प्रमाणपत्र का सत्यापन यहाँ करें',
  signatures: 'हस्ताक्षर',
  criterion: 'पाठ्यक्रम के सभी अनिवार्य पाठ पूरे किए गए।',
  programCriterion: 'कार्यक्रम के सभी अनिवार्य पाठ्यक्रम पूरे किए गए।',
  courses: 'कार्यक्रम के पाठ्यक्रम',
}
