import { expect, test } from 'vitest'
import { startApi } from './api.ts'

test('a learner registers, verifies, logs in, enrolls, learns, and receives a certificate that verifies', async () => {
  await using api = await startApi()
  const course = await api.given.course({ title: 'Everything about something' })
  const email = 'ada.lovelace@example.com'
  const password = 'correct horse battery staple'

  const registered = await api.request('POST /api/v1/auth/register', { body: { email, password } })
  expect([registered.status, registered.body.user.name]).toEqual([201, 'Ada Lovelace'])
  const tooEarly = await api.request('POST /api/v1/auth/login', { body: { email, password } })
  expect([tooEarly.status, tooEarly.body.error]).toEqual([403, 'EmailNotVerified'])
  const verified = await api.request('POST /api/v1/auth/verify-email', { body: { email, code: await api.codeFor(email) } })
  expect(verified.status).toBe(200)

  const login = await api.request('POST /api/v1/auth/login', { body: { email, password } })
  expect(login.status).toBe(200)
  const { token } = login.body
  const list = await api.request('GET /api/courses', { token })
  expect(list.body.items.map((item: { id: string }) => item.id)).toEqual([course.id])

  const transaction = await api.request('POST /api/v1/transaction', { token, body: { courseIds: [course.id] } })
  expect([transaction.status, transaction.body.status]).toEqual([201, 'fulfilled'])

  for (const lesson of course.lessons) {
    expect((await api.request(`GET /api/lessons/${lesson.id}`, { token })).status).toBe(200)
    if (!lesson.required) continue
    const progress = await api.request('POST /api/progress/update', { token, body: { lessonId: lesson.id, completed: true } })
    expect(progress.status).toBe(200)
  }

  const certificate = await api.request(`POST /courses/${course.id}/certificate`, { token })
  expect([certificate.status, certificate.body.pdf]).toEqual([201, 'unavailable'])
  const verification = await api.request(`GET /certificates/verify/${certificate.body.verificationCode}`, { token })
  expect(verification.body).toMatchObject({ valid: true, learnerName: 'Ada Lovelace', courseTitle: 'Everything about something' })
})
