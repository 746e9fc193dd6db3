import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'

test('the client works where URL is there only in part, as in React Native', async () => {
  await using api = await startApi()
  const { email, password } = await api.given.learner()
  const [one, other] = [await api.given.course(), await api.given.course()]
  const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })

  const worker = new Worker(join(import.meta.dirname, 'react-native-worker.ts'), {
    workerData: { baseUrl, email, password, courseId: one.id },
  })
  const [seen] = await once(worker, 'message')

  expect(seen).toEqual({
    user: email,
    courses: expect.arrayContaining([one.id, other.id]),
    cart: [one.id],
    unknownCertificate: 'CertificateNotFound',
    refusals: ['InvalidBaseUrl', 'InvalidBaseUrl', 'InvalidBaseUrl'],
  })
})
