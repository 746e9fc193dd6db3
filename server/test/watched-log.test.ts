import { expect, test } from 'vitest'
import { startApi } from './api.ts'

test('a test whose service logs a password, a token, a session, a code, a cookie or a key fails', async () => {
  await using api = await startApi()
  const learner = await api.given.learner()
  await api.request('POST /auth/login', {
    body: { email: learner.email, password: 'a wrong but secret guess' },
  })
  await api.request('POST /auth/forgetpassword', {
    body: { email: learner.email },
    headers: { cookie: 'oauth=a-secret-of-the-browser' },
  })
  const code = await api.codeFor(learner.email)
  const { sid } = JSON.parse(Buffer.from(learner.token.split('.')[1] ?? '', 'base64url').toString())
  const { signing, pepper, codes } = api.deps.keys

  const typed = [learner.password, 'a wrong but secret guess', 'a-secret-of-the-browser']
  for (const secret of [...typed, learner.token, sid, code, codes, pepper.secret, signing[0]?.d]) {
    api.watchedLog.requireNoSecrets()
    api.deps.log.debug({ request: { url: `/api/v1/me?secret=${secret}` } }, 'a careless line')
    expect(() => api.watchedLog.requireNoSecrets(), secret).toThrow('A secret stands in the log')
    api.watchedLog.forgetLines()
  }
})
