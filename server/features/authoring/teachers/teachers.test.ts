import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { collectMedia } from '../../courses/media/collect-media.ts'

const api = await forAllTests(startApi())
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictureOf = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
const admin = await api.given.admin()

async function givenTeacher(courseId: string) {
  const teacher = await api.given.learner({ name: 'Tess Teacher' })
  const { password } = admin
  const member = { courseId, email: teacher.email, role: 'teacher' as const, password }
  await api.as(admin).members.add.mutate(member)
  return teacher
}

const teachersOf = async (idOrSlug: string) =>
  (await api.as(admin).courses.get.query({ idOrSlug })).teachers

test('the page of a course shows members who agreed, and nothing of anybody else', async () => {
  const { id: courseId } = await api.given.course()
  const { me } = api.as(await givenTeacher(courseId))
  await givenTeacher(courseId)
  const about = { biography: 'Sails since 1999.', picture: pictureOf(png) }
  await me.updateTeacher.mutate({ courseId, ...about })
  expect(await teachersOf(courseId)).toEqual([])

  await me.updateTeacher.mutate({ courseId, shown: true })
  const [teacher, ...others] = await teachersOf(courseId)
  expect(others).toEqual([])
  expect(teacher).toMatchObject({ name: 'Tess Teacher', biography: 'Sails since 1999.' })
  const { pathname, search } = new URL(teacher?.picture ?? '')
  const picture = await api.request(`GET ${pathname}${search}`)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])

  await me.updateTeacher.mutate({ courseId, shown: false })
  expect(await teachersOf(courseId)).toEqual([])
})

test('whoever leaves the course, or is erased, is shown no longer', async () => {
  await using clock = await startApi()
  const { id: courseId } = await clock.given.course()
  const chief = await clock.given.admin()
  const teachers = [await clock.given.learner(), await clock.given.learner()]
  for (const teacher of teachers) {
    const { email } = teacher
    const { password } = chief
    await clock.as(chief).members.add.mutate({ courseId, email, role: 'teacher', password })
    const { me } = clock.as(teacher)
    await me.updateTeacher.mutate({ courseId, shown: true, picture: pictureOf(png) })
  }
  const [one, two] = teachers
  if (!one || !two) throw new Error('There are no teachers.')
  const shown = async () =>
    (await clock.as(chief).courses.get.query({ idOrSlug: courseId })).teachers.length
  expect(await shown()).toBe(2)
  const exported = await clock.as(one).me.export.query({})
  expect(exported.profile.picture).toContain('/media/')
  expect(exported.memberships[0]?.shownSince).toEqual(expect.any(String))

  await clock.as(one).members.remove.mutate({ courseId, userId: one.id })
  expect(await shown()).toBe(1)
  await clock.as(two).me.erase.mutate({ password: two.password })
  expect(await shown()).toBe(0)
  await clock.advance(3 * 24 * 3_600_000)
  await collectMedia(clock.deps)
})

test('a picture is what its bytes are, and small; strangers to the course have no say', async () => {
  const { id: courseId } = await api.given.course()
  const { me } = api.as(await givenTeacher(courseId))
  const refusal = { data: { error: 'InvalidFields', issues: [{ path: 'picture' }] } }
  const update = (picture: string) => me.updateTeacher.mutate({ courseId, picture })

  await expect(update(pictureOf(Buffer.from('<svg/>')))).rejects.toMatchObject(refusal)
  await expect(update(pictureOf(Buffer.alloc(120_000, png)))).rejects.toMatchObject(refusal)
  // A head that promises 20,000 pixels in a few bytes.
  const huge = Buffer.from(png)
  huge.writeUInt32BE(20_000, 16)
  await expect(update(pictureOf(huge))).rejects.toMatchObject(refusal)
  const other = api.as(await api.given.learner()).me.updateTeacher.mutate({ courseId, shown: true })
  await expect(other).rejects.toMatchObject({ data: { error: 'MemberNotFound' } })
})
