import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Сертификат',
  heading: 'Сертификат об окончании курса',
  beforeName: 'Настоящим подтверждается, что',
  beforeCourse: 'окончил(а) курс',
  beforeProgram: 'завершил(а) программу',
  moreCourses: 'и ещё {count}',
  completedOn: 'Дата окончания',
  minutes: 'Объём',
  grade: 'Оценка',
  issuedBy: 'Кем выдан',
  issuedOn: 'Дата выдачи',
  validUntil: 'Действителен до',
  code: 'Код проверки',
  verifyAt: 'Проверить сертификат',
  signatures: 'Подписи',
  criterion: 'Все обязательные уроки курса пройдены.',
  programCriterion: 'Все обязательные курсы программы пройдены.',
  courses: 'Курсы программы',
}
