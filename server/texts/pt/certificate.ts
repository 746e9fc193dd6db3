import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Certificado',
  heading: 'Certificado de conclusão',
  beforeName: 'Certifica-se que',
  beforeCourse: 'concluiu o curso',
  beforeProgram: 'concluiu o programa',
  moreCourses: 'e mais {count}',
  completedOn: 'Concluído em',
  minutes: 'Carga horária',
  grade: 'Nota',
  issuedBy: 'Emitido por',
  issuedOn: 'Emitido em',
  validUntil: 'Válido até',
  code: 'Código de verificação',
  verifyAt: 'Verifique este certificado em',
  signatures: 'Assinaturas',
  criterion: 'Todas as aulas obrigatórias do curso foram concluídas.',
  programCriterion: 'Todos os cursos obrigatórios do programa foram concluídos.',
  courses: 'Cursos do programa',
}
