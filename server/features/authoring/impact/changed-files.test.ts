import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { Team } from '../../../test/authoring.ts'
import { givenWritten, writerOf } from '../drafts/test-support.ts'
import { givenPicture, pixel, uploaderOf } from '../files/test-support.ts'

const api = await forAllTests(startApi())

async function publish({ courseId, owner }: Team) {
  const { revision, baseVersion } = await api.as(owner).drafts.get.query({ courseId })
  return api.as(owner).drafts.publish.mutate({ courseId, revision, baseVersion })
}

const impactOf = ({ courseId, owner }: Team) => api.as(owner).drafts.impact.query({ courseId })

/** Creates a published course whose first lesson shows `img/knot.png`. */
async function givenPictured() {
  const team = await givenWritten(api)
  const uploader = uploaderOf(api, team.author, team)
  await uploader.upload('img/knot.png', pixel)
  const writer = writerOf(api, team.author, team)
  const { revision } = await writer.lesson('lesson-1')
  await writer.patch('lesson-1', revision, { content: 'Tie it:\n\n![A knot](img/knot.png)' })
  await publish(team)
  return { team, uploader, writer }
}

test('a picture that is gone is named by each text that shows it, rewritten or not', async () => {
  const { team, uploader, writer } = await givenPictured()
  await uploader.remove('img/knot.png')

  const { kind, problems } = await impactOf(team)
  expect(kind).toBe('minor')
  expect(problems).toMatchObject([
    {
      severity: 'warning',
      path: 'lessons.lesson-1.content',
      code: 'noFile',
      line: 3,
      name: 'img/knot.png',
      message:
        'Line 3: img/knot.png is a file that the course has no more: upload it under this path ' +
        'again, or correct it.',
    },
  ])

  const { revision } = await writer.lesson('lesson-1')
  await writer.patch('lesson-1', revision, { content: '![A knot](img/knot.png)' })
  const rewritten = await impactOf(team)
  expect(rewritten.problems.map(({ path }) => path)).toEqual(['lessons.lesson-1.content'])

  await uploader.upload('img/knot.png', givenPicture('again'))
  expect((await impactOf(team)).problems).toEqual([])
})

test('another picture under the path of the cover changes the terms, in the impact and as published', async () => {
  const { team, uploader } = await givenPictured()
  const { courseId, owner } = team

  await uploader.upload('img/cover.png', pixel)
  const now = await api.as(owner).authoring.get.query({ courseId })
  await api
    .as(owner)
    .authoring.update.mutate({ courseId, revision: now.revision, cover: 'img/cover.png' })
  await uploader.upload('img/cover.png', givenPicture('second edition'))

  expect((await impactOf(team)).kind).toBe('terms')
  const { version } = await publish(team).then((published) => {
    expect(published).toMatchObject({ outcome: 'published', kind: 'terms' })
    return published
  })
  const diff = await api
    .as(owner)
    .versions.diff.query({ courseId, from: (version ?? 0) - 1, to: version ?? 0 })
  expect(diff.kind).toBe('terms')
})
