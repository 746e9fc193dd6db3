import {
  PDFCrossRefSection,
  type PDFDocument,
  type PDFObject,
  type PDFRef,
  PDFTrailer,
} from '@pdfme/pdf-lib'

/**
 * Appends these of its objects to the PDF as an update (ISO 32000-2, 7.5.6), in the browser's own
 * form: its bytes stay.
 */
export async function appendObjects(
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
