import { decodeJwt } from 'jose'
import { afterAll, expect, test, vi } from 'vitest'
import { findCertificateByCode } from '../../../db/queries/certificates.ts'
import { findCourse } from '../../../db/queries/courses.ts'
import { brandings } from '../../../db/schema/branding.ts'
import { drawPdf } from '../../adapters/pdf-printer/test-support.ts'
import { readConfig } from '../../config/config.ts'
import { inTransaction } from '../../context.ts'
import { startApi } from '../../test/api.ts'
import { atOnce } from '../../test/at-once.ts'
import { courseContent } from '../../test/given.ts'
import { completeCourse, givenGraduate } from '../../test/learning.ts'
import { downloadText, printedWords, startRenderer } from '../../test/printing.ts'
import { switchableRenderer } from '../../test/renderers.ts'
import { publishCourse } from '../authoring/publish-course.ts'
import { contentOf } from '../certificates/credential.ts'
import { reissueCertificate } from '../certificates/reissue-certificate.ts'
import { takeSnapshot } from '../certificates/snapshot.ts'
import type { CourseBranding } from './course-branding.ts'

// The first print unpacks the browser.
vi.setConfig({ testTimeout: 60_000 })

const blue = pictureOf('#123456')
const red = pictureOf('#aa0000')
const configured = {
  certificateIssuer: 'The House',
  certificates: {
    ...readConfig({}).certificates,
    branding: {
      color: '#222222',
      accent: '#555555',
      logo: blue,
      signatures: [{ name: 'Grace Hopper', title: 'Rear Admiral' }],
      lines: ['Founded in 1843'],
    },
  },
}
const renderer = switchableRenderer({ available: true })
const api = await startApi({ renderer, config: configured })
const real = await startRenderer()
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await real.renderer.close()
})

function pictureOf(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" fill="${color}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

async function givenCertificate(certificate?: CourseBranding, on = api) {
  const { learner, course } = await givenGraduate(on, {
    course: { ...(certificate !== undefined && { certificate }) },
  })
  const { verificationCode, issuer } = await on
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })
  return { learner, course, issuer, code: verificationCode }
}

async function certificateOf(code: string) {
  const certificate = await findCertificateByCode(api.deps.db, code.replaceAll('-', ''))
  if (certificate === undefined) throw new Error('There is no such certificate.')
  return certificate
}

const lookOf = async (code: string) =>
  (await contentOf(api.deps, await certificateOf(code))).branding

/** As an import of its folder with another block would. */
async function redesign({ slug }: { slug: string }, certificate?: CourseBranding): Promise<void> {
  await publishCourse(
    api.deps,
    courseContent({ slug, ...(certificate !== undefined && { certificate }) }),
  )
}

test.each([
  ['nothing', undefined, 'The House', configured.certificates.branding],
  [
    'a colour',
    { color: '#102030' },
    'The House',
    { ...configured.certificates.branding, color: '#102030' },
  ],
  [
    'an organisation and its logo',
    { issuer: 'Faculty', logo: red },
    'Faculty',
    { ...configured.certificates.branding, logo: red },
  ],
  [
    'that there is no logo',
    { logo: null },
    'The House',
    { ...configured.certificates.branding, logo: undefined },
  ],
  [
    'that nobody signs, and other small print',
    { signatures: [], lines: ['Ours'] },
    'The House',
    { ...configured.certificates.branding, signatures: [], lines: ['Ours'] },
  ],
] as const)(
  'a course that says %s gets that, and the rest as the settings say',
  async (_, certificate, issuer, branding) => {
    const { code, issuer: named } = await givenCertificate(certificate)

    expect(named).toBe(issuer)
    expect(await lookOf(code)).toEqual(branding)
    const printed = renderer.printed.find((printed) => printed.code === code)
    expect([printed?.issuer, printed?.branding]).toEqual([issuer, branding])
    const credential = decodeJwt((await api.request(`GET /certificates/${code}/credential`)).text)
    expect(credential).toMatchObject({ issuer: { name: issuer } })
  },
)

test('a certificate keeps the look that it was issued with, whatever becomes of course and settings; the next one has the new look', async () => {
  const { learner, course, code } = await givenCertificate({ color: '#102030', logo: red })
  const before = await lookOf(code)
  await redesign(course, { color: '#304050', issuer: 'New Faculty' })
  await using later = await startApi({
    config: { ...configured, certificateIssuer: 'Another House' },
    renderer: switchableRenderer({ available: true }),
  })

  const { certificate: successor } = await reissueCertificate(later.deps, { code })

  expect(await lookOf(code)).toEqual(before)
  expect(before).toMatchObject({ color: '#102030', logo: red })
  expect((await certificateOf(code)).issuer).toBe('The House')
  expect([successor.issuer, (await contentOf(later.deps, successor)).branding?.color]).toEqual([
    'New Faculty',
    '#304050',
  ])
  expect(successor.userId).toBe(learner.id)
})

test('certificates that look the same share what they look like, however many are issued at once by however many processes', async () => {
  const config = { ...configured, certificateIssuer: 'Shared' }
  const others = await Promise.all(
    [1, 2, 3].map(() =>
      startApi({ config: { ...config }, renderer: switchableRenderer({ available: true }) }),
    ),
  )
  const countDesigns = () => api.deps.db.$count(brandings)
  const course = await api.given.course({ certificate: { lines: [crypto.randomUUID()] } })
  const learners = await Promise.all(Array.from({ length: 12 }, () => api.given.learner()))
  for (const learner of learners) await api.given.enrollment(learner, course)
  const before = await countDesigns()

  await atOnce(12, async (index) => {
    const [on, learner] = [others[index % others.length] ?? api, learners[index]]
    if (learner !== undefined) await completeCourse(on, { learner, course })
  })

  expect((await countDesigns()) - before).toBe(1)
  await Promise.all(others.map((other) => other[Symbol.asyncDispose]()))
})

test('a completion that is rolled back leaves no look behind that the next one would take for stored', async () => {
  await using fresh = await startApi({
    renderer,
    config: { ...configured, certificateIssuer: crypto.randomUUID() },
  })
  const course = await fresh.given.course({
    certificate: { color: '#010203', lines: [crypto.randomUUID()] },
  })
  const { versionId = '' } = (await findCourse(fresh.deps.db, { id: course.id })) ?? {}
  const rolledBack = inTransaction(fresh.deps, async (deps) => {
    await takeSnapshot(deps, { userId: null, versionId })
    throw new Error('the connection was lost')
  })
  await expect(rolledBack).rejects.toThrow('lost')

  const learner = await fresh.given.learner()
  await fresh.given.enrollment(learner, course)
  await completeCourse(fresh, { learner, course })

  expect((await fresh.as(learner).certificates.issue.mutate({ courseId: course.id })).status).toBe(
    'issued',
  )
})

test.skipIf(!real.isAvailable)(
  'what is printed late is printed with the same bytes, and looks as the course said',
  async () => {
    const { course, code } = await givenCertificate({
      issuer: 'Faculty of Knots',
      logo: red,
      color: '#103020',
      lines: ['Accredited'],
    })
    const early = await real.renderer.render(await contentOf(api.deps, await certificateOf(code)))
    const other = await real.renderer.render(
      await contentOf(api.deps, await certificateOf((await givenCertificate()).code)),
    )
    await redesign(course)

    const late = await real.renderer.render(await contentOf(api.deps, await certificateOf(code)))

    expect(Buffer.from(late).equals(early)).toBe(true)
    const middleOfLogo = async (pdf: Uint8Array) => {
      const { width, pixelsPerMm, data } = await drawPdf(pdf, { dotsPerInch: 50 })
      const at = 4 * (Math.round(33.5 * pixelsPerMm) * width + Math.round(148.5 * pixelsPerMm))
      return [...data.subarray(at, at + 3)]
    }
    expect([await middleOfLogo(late), await middleOfLogo(other)]).toEqual([
      [0xaa, 0, 0],
      [0x12, 0x34, 0x56],
    ])
  },
)

test.skipIf(!real.isAvailable)(
  'the PDF that a learner downloads is that of the course',
  async () => {
    await using printing = await startApi({ renderer: real.renderer, config: configured })
    const { learner, course } = await givenGraduate(printing, {
      course: { certificate: { issuer: 'Faculty of Knots', lines: ['Accredited by Sailors'] } },
    })
    const { certificateUrl } = await printing
      .as(learner)
      .certificates.issue.mutate({ courseId: course.id })

    const text = await downloadText(printing, certificateUrl)

    for (const words of printedWords('Faculty of Knots', 'Accredited by Sailors', 'Grace Hopper'))
      expect(text).toContain(words)
    expect(text).not.toContain('Founded')
  },
)
