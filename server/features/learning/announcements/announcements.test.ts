import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { mailAnnouncement } from './mail-announcement.ts'
import { sendDueAnnouncements } from './send-due.ts'

const day = 86_400_000
const config = {
  tokenTtlMilliseconds: 1_000 * day,
  coursePageUrl: 'https://learn.example.org/course',
}
const api = await forAllTests(startApi({ config }))
const admin = await api.given.admin()

const at = (course: GivenCourse) => `/api/v1/authoring/courses/${course.id}/announcements`

const post = (by: GivenUser, course: GivenCourse, body: object) =>
  api.request(`POST ${at(course)}`, { token: by.token, body: { audience: 'all', ...body } })

async function givenTaught() {
  const course = await api.given.course()
  const teacher = await api.given.learner({ name: 'Tessa Teacher' })
  const adding = { courseId: course.id, email: teacher.email }
  await api.as(admin).members.add.mutate({ ...adding, role: 'teacher' })
  return { course, teacher }
}

async function givenLearners(course: GivenCourse, count: number) {
  const learners = await Promise.all(Array.from({ length: count }, () => api.given.learner()))
  for (const learner of learners) await api.given.enrollment(learner, course)
  return learners
}

async function givenCohort(course: GivenCourse, members: GivenUser[]) {
  const { cohorts } = api.as(admin).admin
  const { id } = await cohorts.create.mutate({ name: `Class of ${course.slug} ${members.length}` })
  await cohorts.addCourse.mutate({ cohortId: id, course: course.id })
  for (const { email } of members) await cohorts.addMember.mutate({ cohortId: id, user: email })
  return id
}

/** Returns every text that the learner is told, and checks that both doors agree on the newest. */
async function toldTo(learner: GivenUser, course: GivenCourse): Promise<string[]> {
  const { items: courses } = await api.as(learner).me.courses.query({})
  const { items } = await api.as(learner).me.announcements.query({ courseId: course.id })
  const newest = courses.find(({ courseId }) => courseId === course.id)?.announcement ?? null
  expect(newest?.text).toBe(items[0]?.text)
  return items.map(({ text }) => text)
}

const mailsSent = () => untilJobsAreDone(api, 'mail-announcement', 'send-course-mail')

const mailsTo = ({ email }: GivenUser, text: string) =>
  api.mails.filter((mail) => mail.to === email && mail.text.includes(text))

test('learners see what is for them, newest first, and it is mailed to those who want that', async () => {
  const { course, teacher } = await givenTaught()
  const [ada, ben] = (await givenLearners(course, 2)) as [GivenUser, GivenUser]
  await api.as(ben).me.update.mutate({ announcementsByMail: false })

  const first = await post(teacher, course, { text: 'We begin at ten.\n\nBring a rope.' })
  expect([first.status, first.body]).toMatchObject([
    201,
    { audience: 'all', byMail: true, author: { name: 'Tessa Teacher' }, cohort: null },
  ])
  const second = await post(teacher, course, { text: 'At eleven!' })
  expect(second.body.byMail).toBe(false)

  expect(await toldTo(ada, course)).toEqual(['At eleven!', 'We begin at ten.\n\nBring a rope.'])
  await mailsSent()
  expect([mailsTo(ada, 'Bring a rope').length, mailsTo(ben, 'Bring a rope').length]).toEqual([1, 0])
  expect(mailsTo(ada, 'eleven')).toEqual([])

  const outside = await api.given.learner()
  const path = `GET /api/v1/me/courses/${course.id}/announcements`
  expect((await api.request(path, { token: outside.token })).body.error).toBe('NotEnrolled')
  const pageOne = await api.request(`${path}?limit=1`, { token: ada.token })
  const cursor = pageOne.body.nextCursor
  const pageTwo = await api.request(`${path}?limit=1&cursor=${cursor}`, { token: ada.token })
  expect(pageTwo.body).toMatchObject({ items: [{ id: first.body.id }], nextCursor: null })
  expect((await api.as(teacher).me.export.query({})).announcements).toMatchObject([
    { id: first.body.id, courseId: course.id },
    { id: second.body.id, audience: 'all' },
  ])
})

test('what is for a cohort or for those who are stuck reaches nobody else', async () => {
  const { course, teacher } = await givenTaught()
  const [stuck, active, fresh] = (await givenLearners(course, 3)) as [GivenUser, ...GivenUser[]]
  const member = await api.given.learner()
  const cohort = await givenCohort(course, [member])
  const seen = async (learner: GivenUser, index: number) =>
    api.as(learner).progress.update.mutate({
      lessonId: course.lessons[index]?.id ?? '',
      completed: true,
    })
  await seen(stuck, 0)
  api.advance(8 * day)
  await seen(active as GivenUser, 0)

  expect(
    (await post(teacher, course, { text: 'x', audience: 'cohort' })).body.issues,
  ).toMatchObject([{ path: 'cohort' }])
  expect((await post(teacher, course, { text: 'x', days: 7 })).body.issues).toMatchObject([
    { path: 'days' },
  ])
  await post(teacher, course, { text: 'To the class', audience: 'cohort', cohort })
  await post(teacher, course, { text: 'Go on', audience: 'stuck', days: 7 })

  const told = async (learners: (GivenUser | undefined)[]) =>
    Promise.all(learners.map((learner) => toldTo(learner as GivenUser, course)))
  expect(await told([stuck, active, fresh, member])).toEqual([['Go on'], [], [], ['To the class']])
  await seen(stuck, 1)
  expect(await toldTo(stuck, course)).toEqual([])
})

test('one that is scheduled is unknown until its time, then told and mailed once', async () => {
  const { course, teacher } = await givenTaught()
  const [ada] = (await givenLearners(course, 1)) as [GivenUser]
  const due = new Date(api.deps.now().getTime() + 3_600_000)
  const far = new Date(due.getTime() + 400 * day).toISOString()
  expect((await post(teacher, course, { text: 'x', at: far })).body.issues).toMatchObject([
    { path: 'at' },
  ])
  const later = await post(teacher, course, { text: 'Later', at: due.toISOString() })
  expect(later.body).toMatchObject({ goesOutAt: due.toISOString(), byMail: false, editedAt: null })
  await post(teacher, course, { text: 'Never', at: due.toISOString() }).then(({ body }) =>
    api.request(`DELETE ${at(course)}/${body.id}`, { token: teacher.token }),
  )
  await sendDueAnnouncements(api.deps)
  expect(await toldTo(ada, course)).toEqual([])

  api.advance(3_600_000)
  await atOnce(4, () => sendDueAnnouncements(api.deps))
  await mailsSent()
  expect([await toldTo(ada, course), mailsTo(ada, 'Later').length]).toEqual([['Later'], 1])
  const { items } = await api.as(ada).me.notifications.query({})
  expect(items.filter(({ kind }) => kind === 'announcement')).toMatchObject([
    { subjectId: later.body.id, courseId: course.id },
  ])
})

test('one that is changed says so, in mails that wait, too; one that is gone is in no bell', async () => {
  const { course, teacher } = await givenTaught()
  const [ada] = (await givenLearners(course, 1)) as [GivenUser]
  const { body } = await post(teacher, course, { text: 'At tenn' })
  const one = `${at(course)}/${body.id}`
  const edited = await api.request(`PATCH ${one}`, {
    ...{ token: teacher.token, body: { text: 'At ten' } },
  })
  expect([edited.status, edited.body.text]).toEqual([200, 'At ten'])
  await mailsSent()
  const mails = mailsTo(ada, 'At ten')
  expect(mails.map(({ text }) => text.includes('At tenn'))).toEqual([false])
  expect(mails[0]?.text).toContain(`announcement=${body.id}`)
  const { items } = await api.as(ada).me.announcements.query({ courseId: course.id })
  expect(items).toMatchObject([{ text: 'At ten', editedAt: edited.body.editedAt }])
  const { unreadNotifications, notifications } = api.as(ada).me
  const { unread } = await unreadNotifications.query()

  await api.request(`DELETE ${one}`, { token: teacher.token })
  expect((await unreadNotifications.query()).unread).toBe(unread - 1)
  const listed = (await notifications.query({})).items
  expect(listed.filter(({ subjectId }) => subjectId === body.id)).toEqual([])
})

test('a teacher of a cohort tells its members alone, and knows of nothing else', async () => {
  const { course, teacher } = await givenTaught()
  const [mine, theirs] = [await givenCohort(course, []), await givenCohort(course, [admin])]
  const tutor = await api.given.learner()
  await api.as(admin).members.add.mutate({
    ...{ courseId: course.id, email: tutor.email, role: 'teacher', cohorts: [mine] },
  })
  const all = await post(teacher, course, { text: 'To all' })

  expect((await post(tutor, course, { text: 'x' })).body.error).toBe('Forbidden')
  const other = await post(tutor, course, { text: 'x', audience: 'cohort', cohort: theirs })
  expect(other.body.error).toBe('CohortNotFound')
  const own = await post(tutor, course, { text: 'To mine', audience: 'cohort', cohort: mine })
  expect(own.status).toBe(201)

  const list = await api.request(`GET ${at(course)}`, { token: tutor.token })
  expect(list.body.items).toMatchObject([{ text: 'To mine', cohort: { id: mine } }])
  const gone = `DELETE ${at(course)}/${all.body.id}`
  expect((await api.request(gone, { token: tutor.token })).body.error).toBe('AnnouncementNotFound')
  const changed = { token: tutor.token, body: { text: 'x' } }
  const edit = await api.request(`PATCH ${at(course)}/${all.body.id}`, changed)
  expect(edit.body.error).toBe('AnnouncementNotFound')
  expect((await api.request(gone, { token: teacher.token })).body).toEqual({ id: all.body.id })
  const left = await api.as(teacher).announcements.list.query({ courseId: course.id })
  expect(left.items.map(({ text }) => text)).toEqual(['To mine'])
})

test('of many posted at once one is mailed, to nobody twice, whenever its job is killed', async () => {
  const { course, teacher } = await givenTaught()
  const learners = await givenLearners(course, 4)
  const answers = await atOnce(8, () => post(teacher, course, { text: 'Once for all' }))
  expect(tally(answers.map(({ body }) => String(body.byMail)))).toEqual({ true: 1, false: 7 })
  const announcementId = answers.find(({ body }) => body.byMail)?.body.id
  // Simulates a job that starts again beside itself, as after `kill -9`.
  await atOnce(3, () => mailAnnouncement(api.deps, { announcementId }))
  await mailsSent()
  const mails = learners.map((learner) => mailsTo(learner, 'Once for all').length)
  expect(mails).toEqual([1, 1, 1, 1])
})

test('a learner who cannot be mailed holds up no other, and is mailed by a job of their own', async () => {
  const { course, teacher } = await givenTaught()
  const learners = await givenLearners(course, 3)
  const id = newId()
  await api.deps.db.execute(sql`
    insert into announcements (id, course_id, text, audience, created_by, created_at, mailed_on)
    values (${id}, ${course.id}, 'To each', 'all', ${teacher.id}, now(), current_date)`)
  const broken = { ...api.deps }
  broken.withTransaction = () => {
    broken.withTransaction = api.deps.withTransaction
    return Promise.reject(new Error('broken'))
  }

  await mailAnnouncement(broken, { announcementId: id })
  await mailsSent()

  expect(learners.map((learner) => mailsTo(learner, 'To each').length)).toEqual([1, 1, 1])
})

test('one request without a sign-in ends the mails, and a look at the page does not', async () => {
  const { course, teacher } = await givenTaught()
  const [ada] = (await givenLearners(course, 1)) as [GivenUser]
  await post(teacher, course, { text: 'Every day' })
  await mailsSent()
  const [mail] = mailsTo(ada, 'Every day')
  const path = mail?.unsubscribeUrl?.replace(api.deps.config.publicUrl, '') ?? ''
  expect(mail?.text).toContain(path)
  const wish = async () => (await api.as(ada).me.get.query()).announcementsByMail

  const page = await api.request(`GET ${path}`)
  expect([page.status, page.text.includes('<form method="post">')]).toEqual([200, true])
  expect(page.text).not.toMatch(new RegExp(`${ada.email}|${ada.name}`, 'u'))
  expect(await wish()).toBe(true)

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const oneClick = { headers, body: 'List-Unsubscribe=One-Click' }
  for (let times = 0; times < 2; times++)
    expect((await api.request(`POST ${path}`, oneClick)).status).toBe(200)
  expect(await wish()).toBe(false)

  const [, ...signed] = path.split('.')
  for (const forged of [
    `/unsubscribe/${[teacher.id, ...signed].join('.')}`,
    path.replace('announcements', 'reminders'),
    `${path.slice(0, -4)}AAAA`,
    '/unsubscribe/a.b.c.d',
  ])
    expect((await api.request(`POST ${forged}`, oneClick)).status).toBe(404)
  expect((await api.as(ada).me.get.query()).remindersByMail).toBeNull()

  api.advance(day)
  await post(teacher, course, { text: 'The next day' })
  await mailsSent()
  expect(mailsTo(ada, 'The next day')).toEqual([])
})
