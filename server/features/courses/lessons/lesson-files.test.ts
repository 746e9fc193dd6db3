import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam, type Team } from '../../../test/authoring.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenPicture, pixel, sha256Of, uploaderOf } from '../../authoring/files/test-support.ts'
import { measurePictures } from '../media/measure-pictures.ts'

const api = await forAllTests(startApi())

interface Written {
  key: string
  content: string
  preview?: boolean
}

/** Creates a published course with these lessons and the picture `img/knot.png`. */
async function givenCourse(lessons: Written[]) {
  const team = await givenTeam(api)
  const { courseId, author } = team
  const uploader = uploaderOf(api, author, team)
  let { draftRevision: revision } = await uploader.upload('img/knot.png', pixel)
  for (const { key, ...fields } of lessons) {
    const title = `About ${key}`
    const saved = await api
      .as(author)
      .drafts.createLesson.mutate({ courseId, revision, key, title, ...fields })
    revision = saved.draftRevision
  }
  await publish(team)
  return { team, uploader }
}

async function publish({ courseId, owner }: Team): Promise<void> {
  const { revision, baseVersion } = await api.as(owner).drafts.get.query({ courseId })
  await api.as(owner).drafts.publish.mutate({ courseId, revision, baseVersion })
}

async function enrolled(team: Team): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.as(learner).transactions.create.mutate({ courseIds: [team.courseId] })
  return learner
}

const textOf = async (user: GivenUser, { slug }: Team, key: string) =>
  (await api.as(user).lessons.getByKey.query({ idOrSlug: slug, key })).content

const addressIn = (text: string) => /http:\/\/lyceum\.test(\/media\/[^)\s">#]+)/u.exec(text)?.[1]

test('a learner reads a lesson with its picture, and gets exactly the picture', async () => {
  const content = [
    '![A knot](img/knot.png "Tied"), ![by name][knot], [open it](./img/knot.png#top)',
    '',
    '<img src="img/knot.png"> but `![code](img/knot.png)`, ![none](img/none.png), [out](https://example.org/img/knot.png)',
    '',
    '<IMG width=3 src=img/knot.png> <img src=img/knot.png/> <a href=img/knot.png#top>it</a>',
    '',
    '[knot]: img/knot.png',
  ].join('\n')
  const { team } = await givenCourse([{ key: 'one', content }])
  const learner = await enrolled(team)

  const text = await textOf(learner, team, 'one')

  const url = `http://lyceum.test${addressIn(text)}`
  expect(url).toMatch(
    new RegExp(`/media/${sha256Of(pixel)}/knot\\.png\\?until=\\d+&signature=[\\w-]+$`, 'u'),
  )
  expect(text).toBe(
    [
      `![A knot](${url} "Tied"), ![by name][knot], [open it](${url}#top)`,
      '',
      `<img src="${url}"> but \`![code](img/knot.png)\`, ![none](img/none.png), [out](https://example.org/img/knot.png)`,
      '',
      `<IMG width=3 src="${url}"> <img src="${url}"/> <a href="${url}#top">it</a>`,
      '',
      `[knot]: ${url}`,
    ].join('\n'),
  )
  const picture = await api.server.inject({ url: addressIn(text) ?? '' })
  expect([picture.statusCode, picture.rawPayload.equals(pixel)]).toEqual([200, true])
})

test('previews and drafts show their pictures, to members as well; nothing is stored rewritten', async () => {
  const { team, uploader } = await givenCourse([
    { key: 'open', content: '![A knot](img/knot.png)', preview: true },
  ])
  const { courseId, author, reviewer } = team
  const visitor = await api.given.learner()
  expect(addressIn(await textOf(visitor, team, 'open'))).toBeDefined()

  const newer = givenPicture('newer')
  await uploader.upload('img/knot.png', newer)
  const shown = await api.as(reviewer).drafts.previewLesson.query({ courseId, key: 'open' })
  const picture = await api.server.inject({ url: addressIn(shown.content) ?? '' })
  expect(picture.rawPayload.equals(newer)).toBe(true)
  const lesson = await api.as(author).drafts.getLesson.query({ courseId, key: 'open' })
  expect(lesson.content).toBe('![A knot](img/knot.png)')
  // Checks that learners keep what was published.
  expect(await textOf(visitor, team, 'open')).toContain(sha256Of(pixel))
})

test('a picture that changed under its path is a new version for learners who come then', async () => {
  const { team, uploader } = await givenCourse([{ key: 'one', content: '![](img/knot.png)' }])
  const before = await enrolled(team)
  const newer = givenPicture('second edition')
  await uploader.upload('img/knot.png', newer)
  await publish(team)
  const after = await enrolled(team)

  expect(await textOf(before, team, 'one')).toContain(sha256Of(pixel))
  expect(await textOf(after, team, 'one')).toContain(sha256Of(newer))

  await uploader.remove('img/knot.png')
  await publish(team)
  expect(await textOf(await enrolled(team), team, 'one')).toBe('![](img/knot.png)')
  expect(await textOf(after, team, 'one')).toContain(sha256Of(newer))
})

test('strangers and the refunded get no address, and an old one ends within ten minutes', async () => {
  const { team } = await givenCourse([{ key: 'one', content: '![](img/knot.png)' }])
  const { slug } = team
  const stranger = await api.given.learner()
  await expect(textOf(stranger, team, 'one')).rejects.toThrow(/not enrolled/u)
  const unsigned = await api.request(`GET /api/v1/courses/${slug}/lessons/one`)
  expect(unsigned.status).toBe(401)
  expect((await api.server.inject({ url: `/media/${sha256Of(pixel)}/knot.png` })).statusCode).toBe(
    403,
  )

  const learner = await enrolled(team)
  const address = addressIn(await textOf(learner, team, 'one')) ?? ''
  await api.database.db.execute(
    `update enrollments set status = 'ended' where user_id = '${learner.id}'`,
  )
  await expect(textOf(learner, team, 'one')).rejects.toThrow(/not enrolled/u)
  api.advance(10 * 60_000 + 1_000)
  const late = await api.server.inject({ url: address })
  expect([late.statusCode, late.json().error]).toEqual([403, 'MediaAddressExpired'])
})

test('the answer and its ETag stay the same for minutes, and change with the address', async () => {
  const { team } = await givenCourse([{ key: 'one', content: '![](img/knot.png)' }])
  const learner = await enrolled(team)
  const read = (headers: Record<string, string> = {}) =>
    api.request(`GET /api/v1/courses/${team.slug}/lessons/one`, { token: learner.token, headers })
  // Begins at the start of a step of five minutes.
  const step = 300_000
  api.advance(step - (api.deps.now().getTime() % step) + 1_000)
  const first = await read()
  const etag = String(first.headers.etag)

  api.advance(200_000)
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
  api.advance(100_000)
  const next = await read({ 'if-none-match': etag })

  expect(next.status).toBe(200)
  expect(next.body.content).not.toBe(first.body.content)
})

test('the size of a picture stands beside its address, also of one stored before', async () => {
  const { team } = await givenCourse([{ key: 'one', content: '![](img/knot.png)' }])
  const learner = await enrolled(team)
  const read = () => api.as(learner).lessons.getByKey.query({ idOrSlug: team.slug, key: 'one' })

  const { content, files } = await read()
  expect(files).toEqual([
    { url: expect.any(String), type: 'image/png', bytes: pixel.length, width: 1, height: 1 },
  ])
  expect(content).toBe(`![](${files[0]?.url})`)

  await api.database.db.execute('update media set width = null, height = null')
  expect((await read()).files).toMatchObject([{ width: null, height: null }])
  await measurePictures(api.deps)
  expect((await read()).files).toMatchObject([{ width: 1, height: 1 }])
})

test('a course says how much of it a device would keep, to those who take it', async () => {
  const { team } = await givenCourse([{ key: 'one', content: '![](img/knot.png)' }])
  const { courseId } = team
  const learner = await enrolled(team)
  const sizeFor = (user: GivenUser) => api.as(user).me.courseSize.query({ courseId })

  expect(await sizeFor(learner)).toEqual({ bytes: pixel.length, videoBytes: 0 })
  await api.as(learner).me.leaveCourse.mutate({ courseId })
  await expect(sizeFor(learner)).rejects.toThrow(/not enrolled/u)
})
