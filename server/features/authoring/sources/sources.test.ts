import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSource, listSecretPepperVersions } from '../../../../db/queries/authoring/sources.ts'
import { makeKeys } from '../../../security/key-ring/keys.ts'
import { addKey } from '../../../security/key-ring/rotate-keys.ts'
import { type Api, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { type GitHost, hasGit, startGitHost } from '../../../test/git-host.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { requestSync, resumeSyncs } from './request-sync.ts'
import { syncSource } from './sync-source.ts'
import { takeNotice } from './take-notice.ts'
import {
  courseFiles,
  type GitCourse,
  givenRepository,
  setAndSync,
  syncedAt,
} from './test-support.ts'

let api: Api
let host: GitHost
const logLines: string[] = []
const token = 'ghp_neverShownAnywhere'
beforeAll(async () => {
  api = await startApi({ config: { allowPrivateAddresses: true }, logLines })
  host = await startGitHost()
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

const signed = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

function notify({ courseId }: { courseId: string }, headers: Record<string, string>, body = '{}') {
  return api.request(`POST /hooks/git/${courseId}`, {
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

/** Lets the pause between two syncs pass. */
const wait = () => api.advance(11_000)

async function push(course: GitCourse, files: Record<string, string | null>, secret: string) {
  const commit = await course.repository.commit(files, 'Tie it better')
  wait()
  const { status } = await notify(course, { 'x-hub-signature-256': signed(secret, '{}') })
  expect(status).toBe(202)
  return commit
}

describe.skipIf(!hasGit)('a course that comes from a git repository', () => {
  test('gets a draft of the newest commit, and of each that is reported', async () => {
    const course = await givenRepository(api, host)
    const source = await setAndSync(api, course)
    expect(source).toMatchObject({
      status: 'done',
      commit: course.repository.git('rev-parse', 'HEAD'),
      problems: [],
      result: { outcome: 'draft', version: null },
      hasCredential: false,
      hookSecret: null,
      hookUrl: `http://lyceum.test/hooks/git/${course.courseId}`,
    })
    const { drafts } = api.as(course.owner)
    const draft = await drafts.get.query({ courseId: course.courseId })
    expect(draft.title).toBe('Knots that hold')

    const commit = await push(course, courseFiles({ title: 'Better knots' }), source.secret)
    expect(await syncedAt(api, course)).toMatchObject({ status: 'done', commit })
    expect((await drafts.get.query({ courseId: course.courseId })).title).toBe('Better knots')
    const { items } = await api
      .as(course.owner)
      .authoring.history.query({ courseId: course.courseId })
    expect(items.slice(0, 2).map(({ event, user }) => [event, user])).toContainEqual([
      'source-taken-in',
      null,
    ])
    expect(items.map(({ event }) => event)).toContain('source-set')
  })

  test('is looked at without a change, and says what a sync would bring', async () => {
    const course = await givenRepository(api, host)
    const { courseId, owner, repository } = course
    await setAndSync(api, course, { outcome: 'publish' })
    const commit = await repository.commit(
      { ...courseFiles({ title: 'Better knots' }), 'hitch.md': '# The clove hitch\n\nIt holds.\n' },
      'Tie it better',
    )
    const { sources } = api.as(owner)
    expect(await sources.preview.mutate({ courseId })).toMatchObject({
      ...{ commit, title: 'Better knots', lessons: 2, files: 1, kind: 'minor' },
      changes: [{ key: 'hitch', what: 'edited' }],
    })
    expect(await sources.get.query({ courseId })).toMatchObject({ result: { version: 1 } })
    expect((await sources.get.query({ courseId })).commit).not.toBe(commit)

    await repository.commit({ 'course.yaml': 'slug: knots\n' }, 'Break it')
    const issues = expect.arrayContaining([
      { path: 'course.yaml:1', message: 'title is missing: add it' },
    ])
    await expect(sources.preview.mutate({ courseId })).rejects.toMatchObject({
      data: { error: 'InvalidFields', issues },
    })
  })

  test('publishes at once where that was chosen, with the words of the commit, unless a review is required', async () => {
    const course = await givenRepository(api, host)
    const { secret, ...source } = await setAndSync(api, course, { outcome: 'publish' })
    expect(source).toMatchObject({ status: 'done', result: { outcome: 'published', version: 1 } })
    const { items: files } = await api
      .as(course.owner)
      .files.list.query({ courseId: course.courseId })
    expect(files.map(({ path }) => path)).toEqual(['img/rope.svg'])
    await push(course, { 'hitch.md': '# The clove hitch\n\nIt slips, so look twice.\n' }, secret)
    const second = await syncedAt(api, course)
    expect(second.result).toEqual({ outcome: 'published', revision: null, version: 2 })
    const { items } = await api.as(course.owner).versions.list.query({ courseId: course.courseId })
    expect(items[0]?.note).toMatch(/^Tie it better \([0-9a-f]{10}\)$/)

    const { revision } = await api
      .as(course.owner)
      .authoring.get.query({ courseId: course.courseId })
    await api.as(course.owner).authoring.update.mutate({
      courseId: course.courseId,
      revision,
      requiresReview: true,
    })
    await push(course, { 'hitch.md': '# The clove hitch\n\nReviewed.\n' }, secret)
    expect((await syncedAt(api, course)).result).toMatchObject({ outcome: 'draft', version: 2 })
  })

  test('keeps the identity of a page that was renamed, also over several commits', async () => {
    const course = await givenRepository(api, host)
    await course.repository.commit({
      ...Object.fromEntries(Object.keys(courseFiles()).map((name) => [name, null])),
      'book.toml': '[book]\ntitle = "Knots"\n',
      'src/SUMMARY.md': '# Summary\n\n- [Bowline](bowline.md)\n- [Hitch](hitch.md)\n',
      'src/bowline.md': '# Bowline\n\nThe rabbit comes out of its hole.\n',
      'src/hitch.md': '# Hitch\n\nTwo turns around a pole, the second one below the first.\n',
    })
    const { courseId, owner } = course
    const { secret, ...first } = await setAndSync(api, course, { outcome: 'publish' })
    expect(first).toMatchObject({ status: 'done', result: { outcome: 'published', version: 1 } })
    await api.deps.db.execute(sql`
      update course_sources set outcome = 'draft' where course_id = ${courseId}`)
    const rename = async (from: string, to: string) => {
      course.repository.git('mv', `src/${from}.md`, `src/${to}.md`)
      const hitch = `- [Bowline](bowline.md)\n- [Hitch](${to}.md)\n`
      await push(course, { 'src/SUMMARY.md': `# Summary\n\n${hitch}` }, secret)
      expect(await syncedAt(api, course)).toMatchObject({ status: 'done' })
      return api.as(owner).drafts.getLesson.query({ courseId, key: to })
    }
    expect((await rename('hitch', 'clove-hitch')).formerKeys).toEqual(['hitch'])
    expect((await rename('clove-hitch', 'ropes')).formerKeys).toEqual(['hitch'])
  })

  test('is not touched by a commit with mistakes, which are all named with file and line', async () => {
    const course = await givenRepository(api, host)
    const { secret, commit } = await setAndSync(api, course)
    const before = await api.as(course.owner).drafts.get.query({ courseId: course.courseId })
    await push(course, { 'hitch.md': null, 'bowline.md': null }, secret)
    const failed = await syncedAt(api, course)
    expect(failed).toMatchObject({ status: 'failed', commit })
    expect(failed.problems.map(({ place, severity }) => [place, severity])).toEqual([
      ['course.yaml:12', 'error'],
      ['course.yaml:14', 'error'],
    ])
    expect(await api.as(course.owner).drafts.get.query({ courseId: course.courseId })).toEqual(
      before,
    )

    await push(course, { ...courseFiles(), 'hitch.md': '# Hitch\n\nMended.\n' }, secret)
    expect(await syncedAt(api, course)).toMatchObject({ status: 'done', problems: [] })
  })

  test('writes nothing for a commit that it has seen', async () => {
    const course = await givenRepository(api, host)
    await setAndSync(api, course)
    const before = await api.as(course.owner).drafts.get.query({ courseId: course.courseId })
    for (const _ of [1, 2]) {
      wait()
      await api.as(course.owner).sources.sync.mutate({ courseId: course.courseId })
      expect(await syncedAt(api, course)).toMatchObject({ status: 'unchanged', problems: [] })
    }
    expect(await api.as(course.owner).drafts.get.query({ courseId: course.courseId })).toEqual(
      before,
    )
  })

  test('names files that lie in Git LFS, behind a link or in a submodule', async () => {
    const course = await givenRepository(api, host)
    await course.repository.commit({
      'img/rope.svg': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n',
    })
    const source = await setAndSync(api, course)
    expect(source.status).toBe('failed')
    expect(source.problems[0]?.message).toContain('Git LFS')
  })

  test('finds its files however their accents are spelled', async () => {
    const course = await givenRepository(api, host)
    const { courseId, owner, repository } = course
    const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => 'é'.normalize(form))
    repository.git('config', 'core.precomposeUnicode', 'false')
    await repository.commit({
      [`img/${composed}1.svg`]: courseFiles()['img/rope.svg'] ?? '',
      [`img/${decomposed}2.svg`]: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
      [`${decomposed}.md`]: `# Hitch\n\n![](img/${decomposed}1.svg) ![](img/${composed}2.svg)\n`,
      'course.yaml': (courseFiles()['course.yaml'] ?? '').replace('hitch.md', `${composed}.md`),
    })
    expect(await setAndSync(api, course)).toMatchObject({
      status: 'done',
      problems: [{ place: 'hitch.md', message: expect.stringContaining('is not taken') }],
    })
    const { items } = await api.as(owner).files.list.query({ courseId })
    const expected = [`img/${composed}1.svg`, `img/${composed}2.svg`, 'img/rope.svg']
    expect(items.map(({ path }) => path).sort()).toEqual(expected.toSorted())
    const { content } = await api.as(owner).drafts.getLesson.query({ courseId, key: 'hitch' })
    const named = content.match(/img\/[^)]+/gu)?.map((path) => decodeURI(path).normalize('NFC'))
    expect(named).toEqual(expected.slice(0, 2))
  })

  test('is written in its repository alone, after it was taken over with a word', async () => {
    const course = await givenRepository(api, host)
    const { courseId, owner, author, repository } = course
    const unasked = await api.request(`PUT /api/v1/authoring/courses/${courseId}/source`, {
      token: owner.token,
      body: { url: repository.url, password: owner.password },
    })
    expect([unasked.status, unasked.body.error]).toEqual([409, 'ManagedElsewhere'])
    await setAndSync(api, course)
    const { revision } = await api.as(author).drafts.get.query({ courseId: course.courseId })
    expect(
      await errorOf(
        api.as(author).drafts.updateLesson.mutate({
          courseId,
          key: 'hitch',
          revision,
          content: 'Not here.',
        }),
      ),
    ).toBe('ManagedElsewhere')

    expect(await api.as(owner).sources.remove.mutate({ courseId: course.courseId })).toEqual({
      removed: true,
    })
    const gone = await api.request(`GET /api/v1/authoring/courses/${courseId}/source`, {
      token: owner.token,
    })
    expect([gone.status, gone.body.error]).toEqual([404, 'SourceNotFound'])
  })
})

describe.skipIf(!hasGit)('the credential of a private repository', () => {
  test('is sent to the host, and shown nowhere else', async () => {
    const course = await givenRepository(api, host)
    host.credential = `x-access-token:${token}`
    try {
      const source = await setAndSync(api, course, { credential: token })
      expect(source).toMatchObject({ status: 'done', hasCredential: true })
      expect(JSON.stringify(source)).not.toContain(token)
      const { rows } = await api.deps.db.execute(
        sql`select s::text as row from course_sources s where course_id = ${course.courseId}`,
      )
      const hex = Buffer.from(token).toString('hex')
      for (const secret of [token, hex, source.secret, Buffer.from(source.secret).toString('hex')])
        expect(JSON.stringify(rows)).not.toContain(secret)

      const { courseId, owner, repository } = course
      const kept = await api.as(owner).sources.set.mutate({ courseId, url: repository.url })
      expect([kept.hasCredential, kept.hookSecret]).toEqual([true, null])
      await syncedAt(api, course)
      const elsewhere = { courseId, url: `${host.url}/elsewhere` }
      expect((await api.as(owner).sources.set.mutate(elsewhere)).hasCredential).toBe(false)
      await syncedAt(api, course)
    } finally {
      host.credential = undefined
    }
    expect(logLines.join('\n')).not.toContain(token)
  })

  test('that is refused fails with words that do not hold it', async () => {
    const course = await givenRepository(api, host)
    host.credential = 'somebody:else'
    try {
      const source = await setAndSync(api, course, { credential: 'wrong:secret' })
      expect(source).toMatchObject({
        status: 'failed',
        problems: [{ severity: 'error', message: expect.stringContaining('credential') }],
      })
      expect(JSON.stringify(source)).not.toContain('wrong')
    } finally {
      host.credential = undefined
    }
  })
})

test.skipIf(!hasGit)(
  'secrets are sealed with a newer pepper at the next sync, after which the old one may go',
  async () => {
    const databaseUrl = await makeTestDatabase()
    const keys = await makeKeys()
    const config = { allowPrivateAddresses: true }
    await using before = await startApi({ databaseUrl, keys, config })
    const course = await givenRepository(before, host)
    const { secret } = await setAndSync(before, course, { credential: token })
    const versions = () => listSecretPepperVersions(before.deps.db)
    expect(await versions()).toEqual([1])
    await before.deps.jobs.stop()

    const past = new Date(Date.now() - 1_000)
    const rotated = await addKey(keys, { kind: 'peppers', activeFrom: past }, past)
    if (rotated === undefined) throw new Error('not rotated')
    await using after = await startApi({ databaseUrl, keys: rotated, config })
    const { courseId, repository } = course
    host.credential = `x-access-token:${token}`
    try {
      const commit = await repository.commit(courseFiles({ title: 'Sealed anew' }))
      const headers = { 'x-gitlab-token': secret }
      after.advance(11_000)
      expect((await after.request(`POST /hooks/git/${courseId}`, { headers })).status).toBe(202)
      expect(await syncedAt(after, course)).toMatchObject({ status: 'done', commit })
      expect(await versions()).toEqual([2])
      after.advance(11_000)
      expect((await after.request(`POST /hooks/git/${courseId}`, { headers })).status).toBe(202)
      expect(await syncedAt(after, course)).toMatchObject({ status: 'unchanged' })
    } finally {
      host.credential = undefined
    }
  },
)

describe.skipIf(!hasGit)('reports of the host', () => {
  test('are taken with a signature like that of GitHub, or the token of GitLab', async () => {
    const course = await givenRepository(api, host)
    const { secret } = await setAndSync(api, course)
    const body = '{"ref":"refs/heads/main"}'
    for (const headers of [
      { 'x-hub-signature-256': signed(secret, body) },
      { 'x-gitlab-token': secret },
      { 'x-hub-signature-256': signed(secret, body), 'x-github-event': 'ping' },
      {
        'x-hub-signature-256': signed(secret, body),
        'content-type': 'application/x-www-form-urlencoded',
      },
    ]) {
      const answer = await notify(course, headers, body)
      expect([answer.status, answer.body]).toEqual([202, { received: true }])
    }
    await api.server.inject({
      method: 'POST',
      url: `/hooks/git/${course.courseId}`,
      headers: { 'x-gitlab-token': secret },
    })
  })

  test('are refused alike without the secret and for a course without a repository', async () => {
    const course = await givenRepository(api, host)
    const { secret } = await setAndSync(api, course)
    const other = await givenTeam(api)
    const headers = [
      {},
      { 'x-hub-signature-256': signed('wrong', '{}') },
      { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': signed(secret, '{} ') },
      { 'x-gitlab-token': 'wrong' },
      { 'x-gitlab-token': '' },
    ]
    const refusals = []
    for (const target of [course, other, { courseId: 'nothing' }])
      for (const one of headers) {
        const { status, body } = await notify(target, one)
        const { requestId: _id, instance: _instance, ...same } = body
        refusals.push(JSON.stringify([status, same]))
      }
    expect(new Set(refusals).size).toBe(1)
    expect(refusals[0]).toContain('HookRefused')
  })

  test('without a signature or the token are refused before their body is read', async () => {
    const course = await givenRepository(api, host)
    await setAndSync(api, course)
    for (const more of [{}, { token: 'wrong' }, { signature: 'sha256=0' }, { signature: 'x' }]) {
      let isRead = false
      async function* body() {
        isRead = true
        yield Buffer.from('{}')
      }
      const notice = { courseId: course.courseId, signature: undefined, token: undefined, ...more }
      await expect(takeNotice(api.deps, { ...notice, body: body() })).rejects.toThrow()
      expect(isRead).toBe(false)
    }
  })

  test('that are longer than any host sends are refused, and held in no memory', async () => {
    const course = await givenRepository(api, host)
    const { secret } = await setAndSync(api, course)
    const body = 'x'.repeat(26 * 1024 * 1024)
    const long = await notify(course, { 'x-hub-signature-256': signed(secret, body) }, body)
    expect([long.status, long.body.error]).toEqual([413, 'PayloadTooLarge'])
    const allowed = body.slice(0, 3_000_000)
    const taken = await notify(course, { 'x-hub-signature-256': signed(secret, allowed) }, allowed)
    expect(taken.status).toBe(202)
  })

  test('that match the vector of the documentation of GitHub are taken', () => {
    const expected = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
    expect(signed("It's a Secret to Everybody", 'Hello, World!')).toBe(expected)
  })

  test('come as often as they like: while a sync waits, it does for all of them', async () => {
    const course = await givenRepository(api, host)
    const { secret } = await setAndSync(api, course)
    const headers = { 'x-gitlab-token': secret }
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(course, headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202))
    const { rows } = await api.deps.db.execute<{ count: number }>(sql`
      select count(*)::int as count from pgboss.job where name = 'sync-source'
        and state < 'active' and data ->> 'courseId' = ${course.courseId}`)
    expect(rows[0]?.count).toBe(1)
  })
})

describe.skipIf(!hasGit)('syncs one repository', () => {
  test('run one at a time, and one more follows what is reported meanwhile', async () => {
    const course = await givenRepository(api, host)
    await setAndSync(api, course)
    const { courseId, repository } = course
    await repository.commit(courseFiles({ title: 'Second' }))
    await api.deps.db.execute(
      sql`update course_sources set requested_at = now() where course_id = ${courseId}`,
    )
    let running = 0
    let most = 0
    let fetches = 0
    host.intercept = (request, response) => {
      if (!request.url?.includes(repository.url.slice(host.url.length))) return false
      running += 1
      fetches += 1
      most = Math.max(most, running)
      response.on('close', () => {
        running -= 1
      })
      return false
    }
    const jobs = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await Promise.all(jobs.map((job) => syncSource(api.deps, { courseId }, job)))
    const once = fetches
    await Promise.all(jobs.map((job) => syncSource(api.deps, { courseId }, job)))
    host.intercept = () => false
    expect([most, fetches > 0, fetches === once]).toEqual([1, true, true])
    expect((await syncedAt(api, course)).result?.outcome).toBe('draft')
  })

  test('that are asked for while one runs are one, ten seconds after its end', async () => {
    const course = await givenRepository(api, host)
    const { secret } = await setAndSync(api, course)
    const { courseId } = course
    await api.deps.db.execute(
      sql`update course_sources set requested_at = now() where course_id = ${courseId}`,
    )
    const waiting = async () => {
      const { rows } = await api.deps.db.execute<{ from: Date }>(sql`
        select start_after as from from pgboss.job where name = 'sync-source'
          and state < 'active' and data ->> 'courseId' = ${courseId}`)
      return rows.map(({ from }) => new Date(from).getTime())
    }
    const report = Promise.withResolvers<void>()
    const reported = Promise.withResolvers<void>()
    host.intercept = (request, response) => {
      if (!request.url?.includes(course.slug)) return false
      report.resolve()
      void reported.promise.then(() => response.writeHead(503).end())
      return true
    }
    try {
      wait()
      const sync = syncSource(api.deps, { courseId })
      await report.promise
      for (const _ of [1, 2, 3]) await notify(course, { 'x-gitlab-token': secret })
      expect(await waiting()).toEqual([])
      reported.resolve()
      await expect(sync).rejects.toMatchObject({ reason: 'unreachable' })
    } finally {
      host.intercept = () => false
    }
    const { syncedAt } = (await findSource(api.deps.db, courseId)) ?? {}
    expect(await waiting()).toEqual([(syncedAt?.getTime() ?? 0) + 10_000])
  })

  test('that were killed begin again, and write nothing twice', async () => {
    const course = await givenRepository(api, host)
    await setAndSync(api, course)
    const { courseId, repository } = course
    const job = crypto.randomUUID()
    const commit = await repository.commit(courseFiles({ title: 'Again' }))
    await api.deps.db.execute(sql`
      update course_sources set run_by = ${job}, run_until = now() + interval '1 hour'
      where course_id = ${courseId}`)
    await syncSource(api.deps, { courseId }, crypto.randomUUID())
    expect((await findSource(api.deps.db, courseId))?.commit).not.toBe(commit)
    await syncSource(api.deps, { courseId }, job)
    expect(await syncedAt(api, course)).toMatchObject({ status: 'done', commit })
    const before = await api.as(course.owner).drafts.get.query({ courseId: course.courseId })
    await syncSource(api.deps, { courseId }, job)
    expect(await api.as(course.owner).drafts.get.query({ courseId: course.courseId })).toEqual(
      before,
    )
  })

  test('that find no host are tried again, and say so', async () => {
    const course = await givenRepository(api, host)
    const { courseId, repository } = course
    host.intercept = (request, response) => {
      if (!request.url?.includes(course.slug)) return false
      response.writeHead(503).end()
      return true
    }
    try {
      const url = repository.url
      await api.as(course.owner).sources.set.mutate({ courseId, url, takeOver: true })
      const source = await syncedAt(api, course)
      expect(source).toMatchObject({ status: 'failed', commit: null })
      expect(source.problems[0]?.message).toContain('tries again by itself')
    } finally {
      host.intercept = () => false
    }
    const job = (await findSource(api.deps.db, courseId))?.runBy ?? ''
    await syncSource(api.deps, { courseId }, job)
    expect(await syncedAt(api, course)).toMatchObject({ status: 'done' })
  })

  test('that find no host ten times are taken up again after an hour, and not before', async () => {
    const course = await givenRepository(api, host)
    const { courseId, owner, repository } = course
    let tries = 0
    host.intercept = (request, response) => {
      if (!request.url?.includes(course.slug)) return false
      tries += 1
      response.writeHead(503).end()
      return true
    }
    const hurryJobs = async () => {
      const { rows } = await api.deps.db.execute<{ state: string }>(sql`
        update pgboss.job set start_after = case when state < 'active' then now() else start_after
          end
        where name = 'sync-source' and data ->> 'courseId' = ${courseId} returning state`)
      api.deps.jobs.wake('sync-source')
      return rows.map(({ state }) => state)
    }
    try {
      await api.as(owner).sources.set.mutate({ courseId, url: repository.url, takeOver: true })
      await expect
        .poll(hurryJobs, { timeout: 60_000, interval: 200 })
        .toEqual([expect.stringContaining('failed')])
    } finally {
      host.intercept = () => false
    }
    expect(tries).toBe(10)
    await resumeSyncs(api.deps)
    expect(await hurryJobs()).toEqual(['failed'])

    await api.deps.db.execute(sql`
      update course_sources set looked_at = looked_at - interval '61 minutes'
      where course_id = ${courseId}`)
    await resumeSyncs(api.deps)
    await resumeSyncs(api.deps)
    expect((await hurryJobs()).sort()).toEqual(['created', 'failed'])
    expect(await syncedAt(api, course)).toMatchObject({ status: 'done', problems: [] })
  })

  test('that fail for good are not tried again, and do not say so', async () => {
    const course = await givenRepository(api, host)
    await course.repository.commit({ 'course.yaml': null, 'bowline.md': null, 'hitch.md': null })
    const { courseId } = course
    const first = await setAndSync(api, course)
    course.repository.git('branch', '--move', 'main', 'trunk')
    course.repository.git('symbolic-ref', 'HEAD', 'refs/heads/none')
    wait()
    await requestSync(api.deps, courseId)
    const second = await syncedAt(api, course)
    for (const { status, problems } of [first, second]) {
      expect(status).toBe('failed')
      expect(JSON.stringify(problems)).not.toContain('again')
    }
    await api.deps.db.execute(sql`
      update course_sources set looked_at = looked_at - interval '1 day'
      where course_id = ${courseId}`)
    await resumeSyncs(api.deps)
    expect(await findSource(api.deps.db, courseId)).toMatchObject({
      requestedAt: null,
      runBy: null,
    })
  })

  test('are void once the source is set anew', async () => {
    const course = await givenRepository(api, host)
    await setAndSync(api, course)
    const { courseId, repository, owner } = course
    await repository.commit(courseFiles({ title: 'Nobody wants it' }))
    await api.deps.db.execute(
      sql`update course_sources set requested_at = now() where course_id = ${courseId}`,
    )
    const removed = Promise.withResolvers<void>()
    host.intercept = (request) => {
      if (request.url?.includes(course.slug))
        void api
          .as(owner)
          .sources.remove.mutate({ courseId: course.courseId })
          .then(
            () => removed.resolve(),
            () => removed.resolve(),
          )
      return false
    }
    await syncSource(api.deps, { courseId }).finally(() => {
      host.intercept = () => false
    })
    await removed.promise
    expect((await api.as(owner).drafts.get.query({ courseId: course.courseId })).title).toBe(
      'Knots that hold',
    )
    await requestSync(api.deps, courseId)
  })
})

test.each([
  { url: 'ssh://git@git.example.org/knots.git' },
  { url: 'file:///etc' },
  { url: 'ext::sh -c true' },
  { url: '--upload-pack=true' },
  { url: 'https://user:password@git.example.org/knots.git' },
  { branch: '--upload-pack=true' },
  { branch: 'a b' },
  { folder: '../other' },
  { folder: '/etc' },
  { folder: 'a//b' },
  { format: 'shell' },
  { outcome: 'run' },
  { credential: 'two\nlines' },
])('settings like %j are refused by name', async (settings) => {
  const { courseId, owner } = await givenTeam(api)
  const { status, body } = await api.request(`PUT /api/v1/authoring/courses/${courseId}/source`, {
    token: owner.token,
    body: {
      url: 'https://git.example.org/knots.git',
      takeOver: true,
      password: owner.password,
      ...settings,
    },
  })
  expect([status, body.issues[0].path]).toEqual([400, Object.keys(settings)[0]])
})

test('addresses in a private network are refused unless the operator allows them', async () => {
  await using strict = await startApi()
  const { courseId, owner } = await givenTeam(strict)
  const put = (url: string) =>
    strict.request(`PUT /api/v1/authoring/courses/${courseId}/source`, {
      token: owner.token,
      body: { url, takeOver: true, password: owner.password },
    })
  const plain = await put('http://git.example.org/knots.git')
  expect([plain.status, plain.body.issues[0].path]).toEqual([400, 'url'])
  expect((await put('https://169.254.169.254/latest')).status).toBe(200)
  const source = await syncedAt(strict, { courseId, owner })
  expect(source).toMatchObject({
    status: 'failed',
    problems: [{ message: expect.stringContaining('private network') }],
  })
})
