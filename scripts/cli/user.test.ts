import { expect, test, vi } from 'vitest'
import { newEmail, outcomeOf } from '../../server/features/auth/test-support.ts'
import { startApi } from '../../server/test/api.ts'
import { givenCommandLine } from './test/command-line.ts'

// Every command is a process of its own.
vi.setConfig({ testTimeout: 90_000 })

test('a user is erased when it is meant: without --yes, and where nobody can be asked, nothing happens', async () => {
  await using api = await startApi()
  await using lyceum = await givenCommandLine()
  const { id, email, token } = await api.given.learner()

  const unsure = await lyceum.run(['user', 'erase', email])
  expect(unsure).toMatchObject({ code: 2, stdout: '' })
  expect(unsure.stderr).toContain('cannot be made undone: say --yes')
  expect(outcomeOf(await api.request('GET /api/me', { token }))).toBe('200')

  const erased = await lyceum.run(['user', 'erase', email.toUpperCase(), '--yes', '--json'])
  expect(erased).toMatchObject({ code: 0, json: { id, email, erased: true } })
  expect(outcomeOf(await api.request('GET /api/me', { token }))).toBe('401 TokenInvalid')
  const again = await lyceum.run(['user', 'erase', email, '--yes'])
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: 'There is no such user.\n' })
})

test('a user who lost the mailbox gets another email, unless it is taken, and is mailed a code to verify it', async () => {
  await using api = await startApi()
  await using lyceum = await givenCommandLine()
  const [user, other] = [
    await api.given.learner({ name: 'Ada Lovelace' }),
    await api.given.learner(),
  ]
  const to = newEmail()

  const taken = await lyceum.run(['user', 'email', user.email, other.email])
  expect(taken).toMatchObject({ code: 1, stdout: '' })
  expect(taken.stderr).toContain('already registered')

  const changed = await lyceum.run(['user', 'email', user.email, to, '--json'])
  expect(changed).toMatchObject({
    code: 0,
    json: { id: user.id, email: to, emailVerifiedAt: null },
  })
  expect(outcomeOf(await api.request('GET /api/me', { token: user.token }))).toBe(
    '401 TokenInvalid',
  )
  await api.codeFor(to)

  const back = await lyceum.run(['user', 'email', to, user.email])
  expect(back.stdout).toBe(
    `The email of Ada Lovelace is ${user.email} now. A code to verify it is on its way there.\n`,
  )
})
