import { decodeJwt } from 'jose'
import { expect, test, vi } from 'vitest'
import type { CourseBranding } from '../../../../content/branding/course-branding.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findCertificateByCode } from '../../../../db/queries/learning/certificates.ts'
import { brandings } from '../../../../db/schema/platform/branding.ts'
import { drawPdf } from '../../../adapters/pdf-printer/test-support.ts'
import { readConfig } from '../../../config/config.ts'
import { inTransaction } from '../../../context.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { courseContent } from '../../../test/given.ts'
import { completeCourse, givenCertificate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { downloadText, printedWords, printerForAllTests } from '../../../test/printing.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { certificateContentOf } from '../../learning/certificates/certificate-content.ts'
import { reissueCertificate } from '../../learning/certificates/reissue-certificate.ts'
import { lookOf as lookOfVersion } from '../../learning/certificates/snapshot.ts'

// Allows for the first print, which unpacks the browser.
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
const printer = switchablePrinter({ available: true })
const api = await forAllTests(startApi({ printer, config: configured }))
const real = await printerForAllTests()

function pictureOf(color: string): string {
  return svgOf(`<rect width="60" height="20" fill="${color}"/>`)
}

function svgOf(content: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">${content}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

async function givenBranded(branding?: CourseBranding, on = api) {
  const given = { course: { ...(branding !== undefined && { certificate: branding }) } }
  const { learner, course, code, certificate } = await givenCertificate(on, given)
  return { learner, course, issuer: certificate.issuer, code }
}

async function certificateOf(code: string) {
  const certificate = await findCertificateByCode(api.deps.db, code.replaceAll('-', ''))
  if (certificate === undefined) throw new Error('There is no such certificate.')
  return certificate
}

const lookOf = async (code: string) =>
  (await certificateContentOf(api.deps, await certificateOf(code))).branding

/** Does the same as an import of its folder with a different block. */
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
  'a course that sets %s gets that, and the rest from the settings',
  async (_, certificate, issuer, branding) => {
    const { code, issuer: named } = await givenBranded(certificate)

    expect(named).toBe(issuer)
    expect(await lookOf(code)).toEqual(branding)
    const printed = printer.printed.find((printed) => printed.code === code)
    expect([printed?.issuer, printed?.branding]).toEqual([issuer, branding])
    const credential = decodeJwt((await api.request(`GET /certificates/${code}/credential`)).text)
    expect(credential).toMatchObject({ issuer: { name: issuer } })
  },
)

test('a certificate keeps its branding when the course and the settings change; the next one has the new branding', async () => {
  const { learner, course, code } = await givenBranded({ color: '#102030', logo: red })
  const before = await lookOf(code)
  await redesign(course, { color: '#304050', issuer: 'New Faculty' })
  await using later = await startApi({
    config: { ...configured, certificateIssuer: 'Another House' },
    printer: switchablePrinter({ available: true }),
  })

  const { certificate: successor } = await reissueCertificate(later.deps, { code })

  expect(await lookOf(code)).toEqual(before)
  expect(before).toMatchObject({ color: '#102030', logo: red })
  expect((await certificateOf(code)).issuer).toBe('The House')
  expect([
    successor.issuer,
    (await certificateContentOf(later.deps, successor)).branding?.color,
  ]).toEqual(['New Faculty', '#304050'])
  expect(successor.userId).toBe(learner.id)
})

test('certificates with the same branding share one stored copy, however many processes issue them at once', async () => {
  const config = { ...configured, certificateIssuer: 'Shared' }
  const others = await Promise.all(
    [1, 2, 3].map(() =>
      startApi({ config: { ...config }, printer: switchablePrinter({ available: true }) }),
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

test('a completion that is rolled back leaves no branding behind that the next one would take for stored', async () => {
  await using fresh = await startApi({
    printer,
    config: { ...configured, certificateIssuer: crypto.randomUUID() },
  })
  const course = await fresh.given.course({
    certificate: { color: '#010203', lines: [crypto.randomUUID()] },
  })
  const { versionId = '' } = (await findCourse(fresh.deps.db, { id: course.id })) ?? {}
  const rolledBack = inTransaction(fresh.deps, async (deps) => {
    await lookOfVersion(deps, { versionId })
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
  'a late print has the same bytes, with the branding of the course',
  async () => {
    const { course, code } = await givenBranded({
      issuer: 'Faculty of Knots',
      logo: red,
      color: '#103020',
      lines: ['Accredited'],
    })
    const early = await real.printer.printCertificate(
      await certificateContentOf(api.deps, await certificateOf(code)),
    )
    const other = await real.printer.printCertificate(
      await certificateContentOf(api.deps, await certificateOf((await givenBranded()).code)),
    )
    await redesign(course)

    const late = await real.printer.printCertificate(
      await certificateContentOf(api.deps, await certificateOf(code)),
    )

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
  'the PDF that a learner downloads has the branding of the course',
  async () => {
    await using printing = await startApi({ printer: real.printer, config: configured })
    const { certificate } = await givenCertificate(printing, {
      course: { certificate: { issuer: 'Faculty of Knots', lines: ['Accredited by Sailors'] } },
    })
    const { certificateUrl } = certificate

    const text = await downloadText(printing, certificateUrl)

    for (const words of printedWords('Faculty of Knots', 'Accredited by Sailors', 'Grace Hopper'))
      expect(text).toContain(words)
    expect(text).not.toContain('Founded')
  },
)

test.skipIf(!real.isAvailable)(
  'a course whose logo no browser can print, or nobody can see, is not published',
  async () => {
    await using printing = await startApi({ printer: real.printer })
    const levels = Array.from(
      { length: 12 },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    )
    const bomb = svgOf(
      `<defs><path id="l0" d="M0 0h9v9z"/>${levels.join('')}</defs><use href="#l12"/>`,
    )
    const publish = (logo: string) =>
      publishCourse(printing.deps, courseContent({ slug: 'pictures', certificate: { logo } }))

    for (const logo of [bomb, pictureOf('#fff')])
      await expect(publish(logo)).rejects.toMatchObject({
        name: 'InvalidFields',
        issues: [{ path: 'certificate', message: expect.stringContaining('cannot be used') }],
      })

    expect(await findCourse(printing.deps.db, { slug: 'pictures' })).toBeUndefined()
    expect((await publish(blue)).outcome).toBe('new course')
  },
)

test.each([
  ['title', { title: 'Reading \u{13000}' }],
  ['certificate', { certificate: { issuer: 'House of \u{13000}' } }],
])('a course whose %s no font can print is not published', async (path, content) => {
  await using printing = await startApi({
    printer: { ...printer, findUncoveredIn: real.printer.findUncoveredIn },
  })

  await expect(
    publishCourse(printing.deps, courseContent({ slug: 'signs', ...content })),
  ).rejects.toMatchObject({
    name: 'InvalidFields',
    issues: [{ path, message: expect.stringContaining('no font has U+13000') }],
  })
  expect(await findCourse(printing.deps.db, { slug: 'signs' })).toBeUndefined()
})
