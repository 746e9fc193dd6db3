import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { defaultBranding } from '../../../../content/branding/branding.ts'
import { assembleTemplate } from '../../../../content/branding/own-template.ts'
import { printerForAllTests } from '../../../test/printing.ts'
import { givenContent, readPdf, withoutSpace } from '../test-support.ts'

vi.setConfig({ testTimeout: 60_000 })

const { printer, isAvailable: available } = await printerForAllTests()

/** The example of the documentation. */
const docs = readFileSync(new URL('../../../../docs/certificates.md', import.meta.url), 'utf8')
const [html = '', css = ''] = ['html', 'css'].map(
  (kind) => docs.split(`\`\`\`${kind}\n`)[1]?.split('```')[0],
)
const seal =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'

function givenBranding(moreCss = '', { from, to } = { from: '', to: '' }) {
  const files = new Map([
    ['certificate.css', Buffer.from(css + moreCss)],
    ['certificate/seal.svg', Buffer.from(seal)],
  ])
  const read = assembleTemplate('certificate.html', html.replace(from, to), files)
  if ('fault' in read) throw new Error(read.fault)
  return { ...defaultBranding, template: read.template }
}

describe.skipIf(!available)("a school's own template", () => {
  test('of the documentation can be used, and prints what it names', async () => {
    const branding = {
      ...givenBranding(),
      ...{ distinction: 'with distinction', distinctionFrom: 90, lines: ['Small print'] },
    }
    expect(await printer.tryLook(branding)).toBeUndefined()

    const courses = ['First course', 'Second course']
    const content = givenContent({ branding, grade: 9_500, courses })
    const { pages, text } = await readPdf(await printer.printCertificate(content))
    expect(pages).toBe(1)
    const { learnerName, courseTitle, code } = content
    for (const printed of [learnerName, courseTitle, code, 'with distinction', ...courses, '95%'])
      expect(text).toContain(withoutSpace(printed))
    expect(text).not.toContain('Small')
  })

  test.each([
    [
      'hidden',
      '#name { color: #fff } #course { display: none } #date { font-size: 0 } ' +
        '#code { opacity: 0 } #qrLink { width: 12mm }',
      ['name', 'course', 'date', 'code', 'qr'],
    ],
    [
      'cut, tiny, pale or outside',
      '#name { position: fixed; left: -60mm } h3 { clip-path: inset(0 50% 0 0) } ' +
        '#date { font-size: 0.5mm } #code { position: absolute; left: 500mm }',
      ['name', 'course', 'date', 'code'],
    ],
    [
      'dark on dark, or under a picture',
      'body { background: #1a2b45 } ' +
        'img { position: absolute; right: -9mm; bottom: -9mm; width: 60mm; z-index: 1 }',
      ['name', 'course', 'date', 'code', 'qr'],
    ],
    [
      'hidden with force',
      'h2 { visibility: hidden !important } #course { color: #bbb !important }',
      ['name', 'course'],
    ],
  ])('is refused if needed parts are %s', async (_, css, parts) => {
    const fault = await printer.tryLook(givenBranding(css))
    const named = Array.from(fault?.matchAll(/\{\{(\w+)\}\}/gu) ?? [], ([, part]) => part)
    expect(named.toSorted()).toEqual(parts.toSorted())
  })

  test('is refused if the longest names do not fit', async () => {
    const branding = givenBranding('', { from: '16 3.5', to: '16 12' })
    expect(await printer.tryLook(branding)).toContain('too long for the page')
  })
})
