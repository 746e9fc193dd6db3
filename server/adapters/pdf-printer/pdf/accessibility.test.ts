import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, PDFName, PDFRawStream } from '@pdfme/pdf-lib'
import { getDocument } from 'unpdf/pdfjs'
import { expect, test } from 'vitest'
import { defaultBranding } from '../../../../content/branding/branding.ts'
import { printerForAllTests } from '../../../test/printing.ts'
import { givenContent } from '../test-support.ts'

const { printer, isAvailable: available } = await printerForAllTests()

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 2"><path d="M1 0h4v2z"/></svg>',
).toString('base64')
const picture = `data:image/svg+xml;base64,${drawing}`
const content = givenContent({
  issuer: 'Académie & Söhne <Paris>',
  branding: {
    ...defaultBranding,
    logo: picture,
    signatures: [{ name: 'Grace "Amazing" Hopper', title: 'Rear Admiral', image: picture }],
  },
})

async function print(): Promise<Uint8Array> {
  return new Uint8Array(await printer.printCertificate(content))
}

function bytesOf(stream: unknown): Buffer {
  return Buffer.from(stream instanceof PDFRawStream ? stream.contents : [])
}

interface StructNode {
  role: string
  alt?: string
  children?: StructNode[]
}

function nodesOf(node: StructNode): StructNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)]
}

test.skipIf(!available)(
  'address and QR code are links, and pictures say what they show',
  async () => {
    const task = getDocument({ data: await print(), verbosity: 0 })
    try {
      const document = await task.promise
      const page = await document.getPage(1)
      const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link')
      const nodes = nodesOf((await page.getStructTree()) as StructNode)

      // Expects the QR code right of the address, and both to lead to the page.
      expect(new Set(links.map(({ url }) => url))).toEqual(new Set([content.verifyUrl]))
      expect(new Set(links.map(({ contentsObj }) => contentsObj.str))).toEqual(
        new Set([content.verifyUrl]),
      )
      expect(links.some(({ rect }) => rect[0] > 650 && rect[2] - rect[0] > 90)).toBe(true)
      expect(nodes.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual([
        content.issuer,
        'Grace "Amazing" Hopper',
        `Verify this certificate at ${content.verifyUrl}`,
      ])
      expect(nodes.filter(({ role }) => role === 'Link')).toHaveLength(2)
    } finally {
      await task.destroy()
    }
  },
)

test.skipIf(!available)(
  'the title is in the window and in the metadata, as it was typed',
  async () => {
    const task = getDocument({ data: await print(), verbosity: 0 })
    try {
      const document = await task.promise
      const { metadata } = await document.getMetadata()

      expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true })
      expect([metadata.get('dc:title'), metadata.get('dc:creator')]).toEqual([
        'Certificate: Version Control with Git — Ada Lovelace',
        [content.issuer],
      ])
    } finally {
      await task.destroy()
    }
  },
)

test.skipIf(!available)(
  'archives read that it is PDF/A-3 and PDF/UA-1, what its colors mean, and what is decoration',
  async () => {
    const pdf = await PDFDocument.load(await print(), { updateMetadata: false })
    const [intent] = pdf.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).asArray()
    const xmp = bytesOf(pdf.catalog.lookup(PDFName.of('Metadata'))).toString()
    const content = pdf.getPage(0).node.lookup(PDFName.of('Contents'))
    const lines = inflateSync(bytesOf(content)).toString('latin1').split('\n')

    expect(xmp).toMatch(/<pdfaid:part>3<[\s\S]*<pdfaid:conformance>A<[\s\S]*<pdfuaid:part>1</u)
    expect(String(intent)).toMatch(/GTS_PDFA1[\s\S]*DestOutputProfile/u)
    let depth = 0
    for (const line of lines) {
      if (/B[DM]C$/u.test(line)) depth += 1
      if (line === 'EMC') depth -= 1
      else expect(depth).toBeGreaterThan(0)
    }
    expect(depth).toBe(0)
    expect(lines.filter((line) => line === '/Artifact BMC').length).toBeGreaterThan(1)
  },
)

test.skipIf(!available).each([
  ['hi', 'श्रीमती प्रियंका क्षत्रिय', 'हिन्दी व्याकरण'],
  ['ar', 'محمد بن لاوي', 'مقدمة في البرمجة 2'],
  ['th', 'สมชาย น้ำใจดี', 'การเขียนโปรแกรมเบื้องต้น'],
])('name and title in %s are tagged as they were written', async (language, name, title) => {
  const named = givenContent({ language, learnerName: name, courseTitle: title })
  const pdf = Buffer.from(await printer.printCertificate(named)).toString('latin1')
  const tagged = [...pdf.matchAll(/\/ActualText <FEFF([\dA-F]+)>/gu)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').swap16().toString('utf16le'),
  )

  expect(tagged).toEqual(expect.arrayContaining([name, title]))
})
