import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createKeys, readKeys } from '../../../security/key-ring/keys.ts'
import { startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { removeFolder } from '../../../test/folder.ts'
import { hasGit, startGitHost } from '../../../test/git-host.ts'
import { type ServerProcess, startServerProcess } from '../../../test/server-process.ts'
import type { CourseSource } from './schema.ts'
import { courseFiles, givenRepository } from './test-support.ts'

test.skipIf(!hasGit)(
  'a sync whose server is killed is done within half a minute by one of two others, once',
  { timeout: 180_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-sync-'))
    await chmod(folder, 0o755)
    onTestFinished(() => removeFolder(folder))
    const keysFile = join(folder, 'keys.json')
    await createKeys(keysFile)
    const databaseUrl = await makeTestDatabase()
    await using host = await startGitHost()
    const { course, token } = await givenCourse()
    const start = () =>
      startServerProcess(folder, {
        DATABASE_URL: databaseUrl,
        KEYS_FILE: keysFile,
        PUBLIC_URL: 'http://lyceum.test',
        SEED_DEMO: 'false',
        BCRYPT_COST: '10',
        LOG_LEVEL: 'warn',
        ALLOW_PRIVATE_ADDRESSES: 'true',
      })

    // Counts visits: each begins with one question for the branches.
    let visits = 0
    let running = 0
    let most = 0
    let hangs = true
    host.intercept = (request, response) => {
      if (request.method === 'GET') visits += 1
      if (hangs) return request.method === 'POST'
      running += 1
      most = Math.max(most, running)
      response.on('close', () => {
        running -= 1
      })
      return false
    }
    let secret = ''
    {
      await using server = await start()
      await server.ready()
      const settings = {
        takeOver: true,
        credential: 'a-credential',
        password: course.owner.password,
      }
      const body = { url: course.repository.url, ...settings }
      secret = (await ask(server, 'PUT', '', body)).hookSecret ?? ''
      await expect.poll(() => visits).toBe(1)
      server.process.kill('SIGKILL')
      await server.exit
      expect(server.output()).not.toContain('a-credential')
    }
    hangs = false

    await using one = await start()
    await using other = await start()
    await Promise.all([one.ready(), other.ready()])
    expect(await ask(one, 'GET')).toMatchObject({ isSyncing: true, status: 'new' })
    await expect
      .poll(() => ask(other, 'GET'), { timeout: 60_000, interval: 200 })
      .toMatchObject({ isSyncing: false, status: 'done' })
    expect([visits, most]).toEqual([2, 1])

    const commit = await course.repository.commit(courseFiles({ title: 'Better knots' }))
    const reports = await Promise.all(
      Array.from({ length: 100 }, (_, index) => report(index % 2 === 0 ? one : other)),
    )
    expect(new Set(reports)).toEqual(new Set([202]))
    await expect
      .poll(() => ask(one, 'GET'), { timeout: 60_000, interval: 200 })
      .toMatchObject({ isSyncing: false, status: 'done', commit })
    // Expects the newest commit to be looked up, fetched, and compared with the one before.
    expect([visits, most]).toEqual([5, 1])
    await using api = await startApi({ databaseUrl, keys: await readKeys(keysFile) })
    const { items } = await api.as({ token }).authoring.history.query({ courseId: course.courseId })
    expect(items.filter(({ event }) => event === 'source-taken-in')).toHaveLength(2)

    async function givenCourse() {
      await using api = await startApi({ databaseUrl, keys: await readKeys(keysFile) })
      const course = await givenRepository(api, host)
      return { course, token: course.owner.token }
    }

    async function ask(
      { url }: ServerProcess,
      method: 'GET' | 'PUT',
      path = '',
      body?: object,
    ): Promise<CourseSource> {
      const address = `${url}/api/v1/authoring/courses/${course.courseId}/source${path}`
      const answer = await fetch(address, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect(answer.status).toBe(200)
      return (await answer.json()) as CourseSource
    }

    async function report({ url }: ServerProcess): Promise<number> {
      const answer = await fetch(`${url}/hooks/git/${course.courseId}`, {
        method: 'POST',
        headers: { 'x-gitlab-token': secret },
      })
      return answer.status
    }
  },
)
