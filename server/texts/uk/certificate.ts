import type { CertificateTexts } from '../types.ts'

export const certificate: CertificateTexts = {
  certificate: 'Сертифікат',
  heading: 'Сертифікат про завершення курсу',
  beforeName: 'Цим підтверджується, що',
  beforeCourse: 'завершив(ла) курс',
  beforeProgram: 'завершив(ла) програму',
  moreCourses: 'і ще {count}',
  completedOn: 'Дата завершення',
  minutes: 'Обсяг',
  grade: 'Оцінка',
  issuedBy: 'Ким видано',
  issuedOn: 'Дата видачі',
  validUntil: 'Дійсний до',
  code: 'Код перевірки',
  verifyAt: 'Перевірити сертифікат',
  signatures: 'Підписи',
  criterion: 'Усі обов’язкові уроки курсу завершено.',
  programCriterion: 'Усі обов’язкові курси програми завершено.',
  courses: 'Курси програми',
}
