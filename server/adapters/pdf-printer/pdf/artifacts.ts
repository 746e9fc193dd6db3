import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { type PDFDocument, PDFName, PDFRawStream, PDFRef } from '@pdfme/pdf-lib'

/**
 * Marks what the browser leaves without a tag (frame, seal, lines) as decoration, which screen
 * readers pass over: PDF/UA-1 allows nothing that is neither (ISO 14289-1, 7.1).
 */
export async function markArtifacts(pdf: PDFDocument): Promise<void> {
  const { context } = pdf
  for (const { node } of pdf.getPages()) {
    const ref = node.get(PDFName.of('Contents'))
    const stream = context.lookup(ref)
    if (!(ref instanceof PDFRef && stream instanceof PDFRawStream)) continue
    const content = await promisify(inflate)(stream.contents)
    const marked = await promisify(deflate)(wrapUntagged(content.toString('latin1')))
    context.assign(ref, context.stream(marked, { Filter: 'FlateDecode' }))
  }
}

/** Wraps what lies outside of marked content; the browser writes each operator on its line. */
function wrapUntagged(content: string): Buffer {
  const lines = ['/Artifact BMC']
  let depth = 0
  for (const line of content.split('\n')) {
    const opens = /B[DM]C$/u.test(line)
    if (opens && depth++ === 0) lines.push('EMC')
    lines.push(line)
    if (line === 'EMC' && --depth === 0) lines.push('/Artifact BMC')
  }
  return Buffer.from([...lines, 'EMC'].join('\n'), 'latin1')
}
