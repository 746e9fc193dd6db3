import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { Team } from '../../../test/authoring.ts'
import { givenWritten, writerOf } from '../drafts/test-support.ts'
import { givenPicture, pixel, sha256Of, uploaderOf } from '../files/test-support.ts'

const api = await forAllTests(startApi())

const attempts = 6

/** Creates a course whose only version shows `img/knot.png`, with an open draft. */
async function givenPictured() {
  const team = await givenWritten(api)
  const uploader = uploaderOf(api, team.author, team)
  await uploader.upload('img/knot.png', pixel)
  const writer = writerOf(api, team.author, team)
  const { revision } = await writer.lesson('lesson-1')
  await writer.patch('lesson-1', revision, { content: '![A knot](img/knot.png)' })
  await publish(team)
  const { title } = await writer.lesson('lesson-1')
  const later = await writer.lesson('lesson-1')
  await writer.patch('lesson-1', later.revision, { title: `${title} again` })
  return { team, uploader, writer }
}

async function publish({ courseId, owner }: Team) {
  const { revision, baseVersion } = await api.as(owner).drafts.get.query({ courseId })
  return api.as(owner).drafts.publish.mutate({ courseId, revision, baseVersion })
}

/** Sends an upload's bytes without finishing it. */
async function givenSent(uploader: ReturnType<typeof uploaderOf>, bytes: Buffer): Promise<string> {
  const { body } = await uploader.start('img/knot.png', bytes)
  await uploader.sendBytes(body.id, bytes)
  return body.id
}

/** Returns the SHA-256 of the picture that newcomers to the course see. */
async function shownIn({ courseId, slug }: Team): Promise<string | undefined> {
  const learner = await api.given.learner()
  await api.as(learner).transactions.create.mutate({ courseIds: [courseId] })
  const { body } = await api.request(`GET /api/v1/courses/${slug}/lessons/lesson-1`, learner)
  const address = /(\/media\/([0-9a-f]{64})[^)]*)/u.exec(body.content)
  const picture = await api.server.inject({ url: address?.[1] ?? '/' })
  expect(picture.statusCode).toBe(200)
  return address?.[2]
}

test('whoever publishes beside an upload publishes the library before it or after it', async () => {
  const outcomes = new Set<string>()
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { team, uploader, writer } = await givenPictured()
    const newer = givenPicture(`second edition ${attempt}`)
    const id = await givenSent(uploader, newer)

    const [published, finished] = await Promise.allSettled([
      publish(team),
      Promise.resolve(uploader.finish(id)),
    ])

    expect(finished).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    const shown = await shownIn(team)
    if (published.status === 'rejected') {
      // Expects the upload to have changed the draft that was to be published.
      expect(published.reason).toMatchObject({ data: { error: 'DraftChanged' } })
      expect(shown).toBe(sha256Of(pixel))
    } else expect([sha256Of(pixel), sha256Of(newer)]).toContain(shown)
    outcomes.add(published.status)

    // Expects the upload in the library and in the next version, whatever came first.
    if (shown !== sha256Of(newer)) {
      expect((await writer.get()).isOpen).toBe(true)
      await publish(team)
      expect(await shownIn(team)).toBe(sha256Of(newer))
    }
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('whoever restores beside an upload keeps one of the two, whole', async () => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { team, uploader } = await givenPictured()
    const { courseId, owner } = team
    await uploader.upload('img/knot.png', givenPicture(`second edition ${attempt}`))
    await publish(team)
    const newest = givenPicture(`third edition ${attempt}`)
    const id = await givenSent(uploader, newest)
    const { revision } = await api.as(owner).drafts.get.query({ courseId })

    const [restored, finished] = await Promise.allSettled([
      api.as(owner).versions.restore.mutate({ courseId, number: 2, revision }),
      Promise.resolve(uploader.finish(id)),
    ])

    expect(finished).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    if (restored.status === 'rejected')
      expect(restored.reason).toMatchObject({
        data: { error: expect.stringMatching(/^Draft(Changed|Open)$/) },
      })
    // Publishes again, as the upload came last or the restoring was refused.
    await publish(team)
    expect(await shownIn(team)).toBe(sha256Of(newest))
  }
})

test.each([
  ['differs from it in case only', 'img/Knot.png'],
  ['lies in a folder of its name', 'img/knot.png/new.png'],
  ['has the name of its folder', 'img'],
])('a file comes back by restoring in place of one that %s', async (_what, other) => {
  const { team, uploader } = await givenPictured()
  const { courseId, owner } = team
  await uploader.remove('img/knot.png')
  await publish(team)
  await uploader.upload(other, givenPicture('another'))
  await publish(team)

  const { revision } = await api.as(owner).drafts.get.query({ courseId })
  await api.as(owner).versions.restore.mutate({ courseId, number: 2, revision, replaceDraft: true })
  await publish(team)
  expect(await shownIn(team)).toBe(sha256Of(pixel))
})
