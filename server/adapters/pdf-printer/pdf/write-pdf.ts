import {
  PDFCrossRefSection,
  type PDFDocument,
  PDFHeader,
  type PDFObject,
  PDFTrailer,
} from '@pdfme/pdf-lib'

/** Writes each object of the PDF once, in the order of their numbers, with a plain table. */
export async function writePdf(pdf: PDFDocument): Promise<Buffer> {
  await pdf.flush()
  const { context } = pdf
  // The second line has bytes above 127, as ISO 19005-3, 6.1.2 wants.
  const parts: Buffer[] = [bytesOf(PDFHeader.forVersion(1, 7)), Buffer.from('\n')]
  const table = PDFCrossRefSection.create()
  let size = parts.reduce((sum, { length }) => sum + length, 0)
  const append = (part: Buffer) => {
    parts.push(part)
    size += part.length
  }

  for (const [ref, object] of context.enumerateIndirectObjects()) {
    table.addEntry(ref, size)
    append(Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`))
    append(bytesOf(object))
    append(Buffer.from('\nendobj\n'))
  }

  const { Root, Info, ID } = context.trailerInfo
  const trailer = context.obj({ Size: context.largestObjectNumber + 1, Root, Info, ID })
  const end = PDFTrailer.forLastCrossRefSectionOffset(size)
  return Buffer.concat([...parts, Buffer.from(`${table}\ntrailer\n${trailer}\n\n${end}`, 'latin1')])
}

function bytesOf(object: Pick<PDFObject, 'sizeInBytes' | 'copyBytesInto'>): Buffer {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}
