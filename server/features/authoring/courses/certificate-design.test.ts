import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readCourse } from '../../../../books/folder/course-folder.ts'
import type { CourseBranding } from '../../../../content/branding/course-branding.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { PrinterUnavailable } from '../../../adapters/pdf-printer/types.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import type { GivenUser } from '../../../test/given.ts'
import { completeCourse, givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { findOwnBranding, keyOfCourseBranding } from '../../platform/branding/course-branding.ts'
import { uploaderOf } from '../files/test-support.ts'
import { exportCourse } from '../import/zip/export-course.ts'
import { openZip } from '../import/zip/open-zip.ts'

let isTried = true
const api = await forAllTests(
  startApi({
    printer: {
      ...switchablePrinter({ available: true }),
      tryLook: async () => {
        if (isTried) return undefined
        throw new PrinterUnavailable('no browser starts')
      },
      findUncoveredIn: async (text) =>
        text.includes('\u{10ffff}') ? { codePoints: ['U+10FFFF'], scripts: [] } : undefined,
    },
  }),
)
const admin = await api.given.admin()
const theTeam = await givenTeam(api)

const pictureOf = (color: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">
      <rect width="60" height="20" fill="${color}"/></svg>`,
  ).toString('base64')}`

const nothing = {
  issuer: null,
  logo: null,
  color: null,
  accent: null,
  signatures: null,
  lines: null,
  heading: null,
  beforeName: null,
  beforeCourse: null,
  distinction: null,
  distinctionFrom: null,
  paper: null,
  orientation: null,
  seal: null,
  background: null,
  template: null,
}
const full = {
  issuer: 'Faculty of Knots',
  logo: 'none' as const,
  color: '#0b3d34',
  accent: '#c2542d',
  signatures: [{ name: 'Ada Lovelace', title: 'Dean' }],
  lines: ['Accredited by the Guild of Sailors'],
  heading: 'Diploma',
  beforeName: 'We are proud of',
  beforeCourse: 'who has mastered',
  distinction: 'with distinction',
  distinctionFrom: 90,
  paper: 'Letter' as const,
  orientation: 'portrait' as const,
  seal: 'none' as const,
  background: 'none' as const,
  template: 'none' as const,
}

interface Course {
  courseId: string
  owner: GivenUser
}

async function patch({ courseId, owner }: Course, body: object, by = owner) {
  const { revision } = await api.as(owner).authoring.get.query({ courseId })
  return api.request(`PATCH /api/v1/authoring/courses/${courseId}`, {
    token: by.token,
    headers: { 'if-match': `"r${revision}"` },
    body,
  })
}

/** Creates a published course with pictures from its folder, now written over the API. */
async function givenPictures(): Promise<Course> {
  const certificate: CourseBranding = {
    logo: pictureOf('blue'),
    color: '#102030',
    signatures: [
      { name: 'Ada Lovelace', title: 'Dean', image: pictureOf('red') },
      { name: 'Grace Hopper', title: 'Admiral', image: pictureOf('green') },
    ],
  }
  const { id: courseId } = await api.given.course({ certificate })
  const owner = await api.given.learner()
  await api.as(admin).members.add.mutate({ courseId, email: owner.email, role: 'owner' })
  await patch({ courseId, owner }, { managedBy: 'http' })
  return { courseId, owner }
}

async function keyOf({ courseId }: Course): Promise<string | null> {
  const course = await findAuthoredCourse(api.deps.db, { courseId, readerId: null })
  return course?.branding ?? null
}

async function brandingOf(course: Course): Promise<CourseBranding | undefined> {
  return findOwnBranding(api.deps.db, await keyOf(course))
}

describe('the certificate design', () => {
  test('is set, shown, changed field by field, and given up', async () => {
    const team = await givenTeam(api)
    const { courseId, owner, reviewer } = team
    expect((await api.as(owner).authoring.get.query({ courseId })).certificate).toBeNull()
    const { accent } = full
    const one = await patch(team, { certificate: { accent } })
    expect(one.body.certificate).toEqual({ ...nothing, accent })

    const { status, body } = await patch(team, { certificate: full })
    expect(status).toBe(200)
    const signatures = [{ name: 'Ada Lovelace', title: 'Dean', hasImage: false }]
    expect(body.certificate).toEqual({ ...full, signatures })
    const { certificate } = await api.as(reviewer).authoring.get.query({ courseId })
    expect(certificate).toEqual(body.certificate)

    const fewer = await patch(team, { certificate: { color: null, logo: null, signatures: [] } })
    expect(fewer.body.certificate).toEqual({
      ...full,
      color: null,
      logo: null,
      signatures: [],
    })
    const other = await patch(team, { summary: 'Another.' })
    expect(other.body.certificate).toEqual(fewer.body.certificate)
    expect((await patch(team, { certificate: null })).body.certificate).toBeNull()
    await patch(team, { certificate: { issuer: 'Guild' } })
    expect((await patch(team, { certificate: nothing })).body.certificate).toBeNull()
  })

  test('is that of certificates issued from then on, and of no earlier one', async () => {
    const { learner, course } = await givenGraduate(api)
    const owner = await api.given.learner()
    const written = { courseId: course.id, owner }
    await api
      .as(admin)
      .members.add.mutate({ courseId: course.id, email: owner.email, role: 'owner' })
    const issue = (user: GivenUser) =>
      api.as(user).certificates.issue.mutate({ courseId: course.id })
    const before = await issue(learner)
    const { status } = await patch(written, {
      managedBy: 'http',
      certificate: { issuer: 'Faculty of Knots' },
    })
    expect(status).toBe(200)

    const late = await api.given.learner()
    await api.given.enrollment(late, course)
    await completeCourse(api, { learner: late, course })
    expect((await issue(late)).issuer).toBe('Faculty of Knots')
    expect([before.issuer, (await issue(learner)).issuer]).toEqual(['Lyceum', 'Lyceum'])
  })

  test('goes with an export, the same as a folder states it', async () => {
    const team = await givenTeam(api)
    await givenLesson(team)
    await patch(team, { certificate: full })
    const { zip } = await exportCourse(api.deps, team)
    const { course } = await readCourse(await openZip(await buffer(zip), 'a.zip'))
    expect(course.certificate).toEqual({
      ...full,
      ...{ logo: null, seal: false, background: false, template: false },
    })
    expect(keyOfCourseBranding(course.certificate ?? {})).toBe(await keyOf(team))
  })

  test('keeps the pictures of an import until they are given up', async () => {
    const course = await givenPictures()
    const before = await brandingOf(course)
    const { body } = await patch(course, {
      certificate: {
        color: '#203040',
        logo: 'picture',
        signatures: [
          { name: 'Grace Hopper', title: 'Rear Admiral' },
          { name: 'Alan Turing', title: 'Dean' },
          { name: 'Ada Lovelace', title: 'Dean', hasImage: false },
        ],
      },
    })
    expect(body.certificate).toMatchObject({
      logo: 'picture',
      signatures: [{ hasImage: true }, { hasImage: false }, { hasImage: false }],
    })
    expect(JSON.stringify(body)).not.toContain('data:image')
    expect(await brandingOf(course)).toEqual({
      logo: before?.logo,
      color: '#203040',
      signatures: [
        { name: 'Grace Hopper', title: 'Rear Admiral', image: before?.signatures?.[1]?.image },
        { name: 'Alan Turing', title: 'Dean' },
        { name: 'Ada Lovelace', title: 'Dean' },
      ],
    })
    await patch(course, { certificate: { logo: 'none' } })
    const gone = await patch(course, { certificate: { logo: 'picture' } })
    expect([gone.status, gone.body.issues[0].path]).toEqual([400, 'certificate.logo'])
  })

  test.each([
    ['issuer', { issuer: '' }],
    ['issuer', { issuer: 'x'.repeat(101) }],
    ['issuer', { issuer: 'a\0b' }],
    ['color', { color: 'blue' }],
    ['color', { color: '#eeeeee' }],
    ['accent', { accent: '#ffffff' }],
    ['logo', { logo: 'logo.svg' }],
    ['logo', { logo: 'picture' }],
    ['heading', { heading: 'x'.repeat(61) }],
    ['distinctionFrom', { distinctionFrom: 101 }],
    ['paper', { paper: 'A5' }],
    ['seal', { seal: 'picture' }],
    ['background', { background: 'picture' }],
    ['template', { template: 'own' }],
    ['lines', { lines: ['a', 'b', 'c'] }],
    ['lines.0', { lines: ['x'.repeat(161)] }],
    ['signatures', { signatures: Array(4).fill({ name: 'Ada', title: 'Dean' }) }],
    ['signatures.0.name', { signatures: [{ name: '', title: 'Dean' }] }],
    ['signatures.0.hasImage', { signatures: [{ name: 'A', title: 'B', hasImage: true }] }],
  ])('refuses what an import refuses: %s of %j', async (path, certificate) => {
    const { status, body } = await patch(theTeam, { certificate })
    expect([status, body.issues[0].path]).toEqual([400, `certificate.${path}`])
  })

  test('needs letters that can be printed', async () => {
    const { status, body } = await patch(theTeam, { certificate: { issuer: '\u{10ffff}' } })
    expect([status, body.error, body.issues[0].path]).toEqual([400, 'InvalidFields', 'certificate'])
  })

  test('belongs to the folder of a course that has one, as long as it has one', async () => {
    const course = await givenPictures()
    const before = await brandingOf(course)
    await patch(course, { managedBy: 'folder' })
    for (const certificate of [null, { color: '#203040' }]) {
      const { status, body } = await patch(course, { certificate })
      expect([status, body.error]).toEqual([409, 'ManagedElsewhere'])
    }
    expect(await brandingOf(course)).toEqual(before)
    const taken = await patch(course, { managedBy: 'http', certificate: null })
    expect([taken.status, taken.body.certificate]).toEqual([200, null])
  })
})

/** Writes a draft that an export can read again. */
async function givenLesson({ courseId, owner }: Course): Promise<void> {
  const { drafts } = api.as(owner)
  const { revision } = await drafts.get.query({ courseId })
  const lesson = { key: 'one', title: 'One', content: 'Text.' }
  const { draftRevision } = await drafts.createLesson.mutate({ courseId, revision, ...lesson })
  await drafts.replaceOutline.mutate({
    courseId,
    revision: draftRevision,
    sections: [{ title: 'All', lessons: ['one'] }],
  })
}

test('pictures are taken from files of the course, and stay when the file goes', async () => {
  const course = await givenTeam(api)
  const { courseId, author, owner } = course
  const uploader = uploaderOf(api, author, course)
  const svg = pictureOf('teal')
  await uploader.upload('img/logo.svg', Buffer.from(svg.split(',')[1] ?? '', 'base64'))
  const signatures = [{ name: 'Ada Lovelace', title: 'Dean', imageFile: 'img/logo.svg' }]

  const files = {
    logoFile: 'img/logo.svg',
    sealFile: 'img/logo.svg',
    backgroundFile: 'img/logo.svg',
  }
  const saved = await patch(course, { certificate: { ...files, signatures } })
  expect(saved.body.certificate).toMatchObject({
    ...{ logo: 'picture', seal: 'picture', background: 'picture' },
    signatures: [{ name: 'Ada Lovelace', title: 'Dean', hasImage: true }],
  })
  await uploader.remove('img/logo.svg')
  const row = await findAuthoredCourse(api.deps.db, { courseId, readerId: null })
  expect(await findOwnBranding(api.deps.db, row?.branding ?? null)).toEqual({
    ...{ logo: svg, seal: svg, background: svg },
    signatures: [{ name: 'Ada Lovelace', title: 'Dean', image: svg }],
  })

  await uploader.upload('notes.txt', Buffer.from('no picture'))
  await uploader.upload('large.bin', Buffer.alloc(600_000, 1))
  const refused = async (path: string) =>
    (await patch({ courseId, owner }, { certificate: { logoFile: path } })).body.issues
  for (const path of ['img/logo.svg', 'notes.txt', 'large.bin'])
    expect(await refused(path)).toMatchObject([{ path: 'certificate.logoFile' }])
})

test('a template is taken from files of the course, goes with an export, and is given up', async () => {
  const course = await givenTeam(api)
  await givenLesson(course)
  const uploader = uploaderOf(api, course.author, course)
  const page = '<img src="seal.svg" alt="">{{name}} {{course}} {{date}} {{code}} {{qr}}'
  const seal = pictureOf('teal')
  await uploader.upload('look/page.html', Buffer.from(page))
  await uploader.upload('look/page.css', Buffer.from('img { width: 9mm }'))
  const change = (certificate: object) => patch(course, { certificate })
  const missing = await change({ templateFile: 'look/page.html' })
  expect(missing.body.issues).toMatchObject([
    { path: 'certificate.templateFile', message: expect.stringContaining('seal.svg') },
  ])

  await uploader.upload('look/seal.svg', Buffer.from(seal.split(',')[1] ?? '', 'base64'))
  const { body } = await change({ templateFile: 'look/page.html' })
  expect(body.certificate).toEqual({ ...nothing, template: 'own' })
  const template = { html: page.replace('seal.svg', seal), css: 'img { width: 9mm }' }
  expect(await brandingOf(course)).toEqual({ template })
  const { zip } = await exportCourse(api.deps, course)
  const read = await readCourse(await openZip(await buffer(zip), 'a.zip'))
  expect(read.course.certificate).toEqual({ template })
  expect((await change({ template: null })).body.certificate).toBeNull()

  await uploader.upload('look/page.html', Buffer.from('<script>alert(1)</script>'))
  const refused = await change({ templateFile: 'look/page.html' })
  expect(refused.body.issues[0].message).toContain('has <script>')
})

test('what could hide a name is not taken untried; a logo may be, as it hides nothing', async () => {
  const course = await givenTeam(api)
  const uploader = uploaderOf(api, course.author, course)
  const page = '{{name}} {{course}} {{date}} {{code}} {{qr}}'
  await uploader.upload('page.html', Buffer.from(page))
  const picture = pictureOf('navy').split(',')[1] ?? ''
  await uploader.upload('paper.svg', Buffer.from(picture, 'base64'))
  isTried = false
  onTestFinished(() => {
    isTried = true
  })

  for (const certificate of [{ templateFile: 'page.html' }, { backgroundFile: 'paper.svg' }]) {
    const { status, body, headers } = await patch(course, { certificate })
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '30'])
    expect(body.message).toContain('is printed once before it is used')
    expect(await brandingOf(course)).toBeUndefined()
  }
  expect((await patch(course, { certificate: { logoFile: 'paper.svg' } })).status).toBe(200)
})
