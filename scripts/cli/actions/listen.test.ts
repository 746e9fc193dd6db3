import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { publishEvents } from '../../../server/features/platform/events/publish-events.ts'
import { verifiedBy } from '../../../server/features/platform/webhooks/test-support.ts'
import { startApi } from '../../../server/test/api.ts'
import { startReceiver } from '../../../server/test/webhook-receiver.ts'
import { environment, givenCommandLine } from '../test/command-line.ts'
import { lyceumProgram } from '../test/run-node.ts'

test('listen forwards what happens from now on, signed, until it is interrupted', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver()
  const server = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const admin = await api.given.admin()
  const { key } = await api.as(admin).admin.apiKeys.create.mutate({
    name: 'Development',
    scopes: ['events:read'],
    password: admin.password,
  })
  await publishEvents(api.deps)

  const options = ['--forward-to', receiver.url, '--server', server]
  const types = ['--types', 'user.verified', '--json']
  const child = spawn(process.execPath, [lyceumProgram, 'listen', ...options, ...types], {
    env: environment({ LYCEUM_KEY: key }),
  })
  const exit = once(child, 'exit')
  let [out, told] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  await expect.poll(() => told).toMatch(/secret.*: whsec_\S+\n/)
  const [, secret = ''] = /(whsec_\S+)/.exec(told) ?? []
  const learners = [await api.given.learner(), await api.given.learner()]
  await publishEvents(api.deps)
  await expect.poll(() => receiver.received.length).toBe(2)
  await expect.poll(() => told).toMatch(/user\.verified +204/)
  child.kill('SIGINT')
  const [code] = await exit

  expect(receiver.received.map(({ message }) => message.data.userId)).toEqual(
    learners.map(({ id }) => id),
  )
  expect(receiver.received.every((received) => verifiedBy(secret, received))).toBe(true)
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
  expect([code, JSON.parse(out)]).toMatchObject([0, { forwarded: 2, failed: 0 }])
  expect(told).not.toContain(key)
})

test('listen says what is missing', async () => {
  await using api = await startApi()
  const server = await api.server.listen({ host: '127.0.0.1', port: 0 })
  await using lyceum = await givenCommandLine()
  const args = ['listen', '--forward-to', 'http://localhost:4000/', '--server', server]
  const { token } = await api.given.learner()
  const [none, wrong, learner, nowhere, noUrl] = await Promise.all([
    lyceum.run(args),
    lyceum.run(args, { LYCEUM_KEY: 'lyc_wrong' }),
    lyceum.run(args, { LYCEUM_KEY: token }),
    lyceum.run([...args.slice(0, -1), 'http://127.0.0.1:9'], { LYCEUM_KEY: token }),
    lyceum.run(['listen', '--forward-to', 'nowhere'], { LYCEUM_KEY: token }),
  ])
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('set LYCEUM_KEY') })
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('refuses') })
  expect(learner).toMatchObject({ code: 2, stderr: expect.stringContaining('not allowed') })
  expect(nowhere).toMatchObject({ code: 5, stderr: expect.stringContaining('does not respond') })
  expect(noUrl).toMatchObject({ code: 2, stderr: expect.stringContaining('--forward-to') })
})
