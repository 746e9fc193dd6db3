import {
  ParseSpeeds,
  PDFCrossRefSection,
  PDFDocument,
  type PDFObject,
  type PDFRef,
  PDFTrailer,
  rgb,
} from '@pdfme/pdf-lib'
import { ContentInfo, SignedData } from 'pkijs'
import { expect } from 'vitest'

export const now = new Date('2026-11-21T09:30:00Z')

/** Returns an empty page, in the browser's form. */
export function emptyPdf(): Uint8Array {
  const bodies = [
    "<</Title (x)\n/CreationDate (D:20200101000000+00'00')\n/ModDate (D:20200101000000+00'00')>>",
    '<</Type /Catalog\n/Pages 3 0 R>>',
    '<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>',
    '<</Type /Page\n/MediaBox [0 0 100 100]\n/Parent 3 0 R>>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = bodies.map((body, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  pdf += `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 5\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}

export const facts = {
  title: 'Zertifikat: Übung — Ada',
  author: 'Lyceum',
  issuedAt: now,
  credential: 'a.b.c',
}

/** Returns the bytes that the signature covers, and the signature. */
export function takeApart(pdf: Uint8Array): { covered: Buffer; signature: Buffer } {
  const bytes = Buffer.from(pdf)
  const [, first = '', second = '', third = ''] =
    /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/u.exec(bytes.toString('latin1')) ?? []
  const [end, next, length] = [Number(first), Number(second), Number(third)]
  expect(next + length).toBe(bytes.length)
  return {
    covered: Buffer.concat([bytes.subarray(0, end), bytes.subarray(next)]),
    signature: Buffer.from(bytes.toString('latin1', end + 1, next - 1), 'hex'),
  }
}

export async function isValid(pdf: Uint8Array): Promise<boolean> {
  const { covered, signature } = takeApart(pdf)
  const { content } = ContentInfo.fromBER(signature)
  const cms = new SignedData({ schema: content })
  return cms
    .verify({ signer: 0, data: new Uint8Array(covered).buffer, checkChain: false })
    .catch(() => false)
}

/** Draws another name over the PDF's first page: an incremental update, appended. */
export async function stampOver(pdf: Uint8Array): Promise<Uint8Array> {
  const changed = await PDFDocument.load(pdf, {
    parseSpeed: ParseSpeeds.Fastest,
    updateMetadata: false,
  })
  const { largestObjectNumber } = changed.context
  const page = changed.getPage(0)
  page.drawRectangle({ x: 0, y: 40, width: 100, height: 20, color: rgb(1, 1, 1) })
  page.drawText('Mallory', { x: 10, y: 45, size: 12 })
  return appendObjects(
    Buffer.from(pdf),
    changed,
    (ref) => ref.objectNumber > largestObjectNumber || ref === page.ref,
  )
}

/**
 * Appends these of its objects to the PDF as an update (ISO 32000-2, 7.5.6), in the browser's own
 * form: its bytes stay.
 */
async function appendObjects(
  source: Buffer,
  pdf: PDFDocument,
  isAppended: (ref: PDFRef) => boolean,
): Promise<Buffer> {
  await pdf.flush()
  const { context } = pdf
  const parts: (Buffer | string)[] = [source, '\n']
  const table = PDFCrossRefSection.create()
  let size = source.length + 1
  const append = (part: Buffer | string) => {
    parts.push(part)
    size += part.length
  }

  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!isAppended(ref)) continue
    table.addEntry(ref, size)
    append(`${ref.objectNumber} ${ref.generationNumber} obj\n`)
    append(bytesOf(object))
    append('\nendobj\n\n')
  }

  const { Root, Info, ID } = context.trailerInfo
  const Size = context.largestObjectNumber + 1
  const trailer = context.obj({ Size, Root, Info, ID, Prev: startOfTable(source) })
  const end = PDFTrailer.forLastCrossRefSectionOffset(size)
  return Buffer.concat(
    [...parts, `${table}\ntrailer\n${trailer}\n\n${end}`].map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
    ),
  )
}

function bytesOf(object: PDFObject): Buffer {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

function startOfTable(source: Buffer): number {
  const mark = 'startxref'
  const at = source.lastIndexOf(mark) + mark.length
  return Number.parseInt(source.toString('latin1', at, at + 20), 10)
}
