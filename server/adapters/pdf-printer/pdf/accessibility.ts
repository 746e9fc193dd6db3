import {
  type PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFRef,
} from '@pdfme/pdf-lib'
import { html } from '../../../../lib/html.ts'

/** Facts in the metadata. */
export interface Described {
  title: string
  author: string
  issuedAt: Date
}

/**
 * Completes what PDF/UA-1 (ISO 14289-1) and PDF/A-3 (ISO 19005-3) want beside the browser's tags:
 * metadata as XMP, the title in the window, tab order along the tags, and links that tell where
 * they lead. Returns what was changed.
 */
export function makeAccessible(pdf: PDFDocument, facts: Described): PDFRef[] {
  const { catalog, context } = pdf
  const metadata = context.stream(xmpOf(facts), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(metadata))
  catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }))
  return pdf.getPages().flatMap(({ node, ref }) => {
    const annotations = node.Annots()
    if (annotations === undefined) return []
    node.set(PDFName.of('Tabs'), PDFName.of('S'))
    return [ref, ...describeLinks(pdf, annotations)]
  })
}

const printed = 4

function describeLinks({ context }: PDFDocument, annotations: PDFArray): PDFRef[] {
  return annotations.asArray().flatMap((item) => {
    const link = context.lookup(item, PDFDict)
    const url = link.lookupMaybe(PDFName.of('A'), PDFDict)?.get(PDFName.of('URI'))
    if (url === undefined) return []
    link.set(PDFName.of('F'), context.obj(printed))
    link.set(PDFName.of('Contents'), PDFHexString.fromText(textOf(url)))
    return item instanceof PDFRef ? [item] : []
  })
}

function textOf(value: object): string {
  return 'decodeText' in value && typeof value.decodeText === 'function'
    ? String(value.decodeText())
    : ''
}

/** Repeats the document's own dictionary, as PDF 2.0 and archives want it (ISO 16684-1). */
function xmpOf({ title, author, issuedAt }: Described): Uint8Array {
  const at = issuedAt.toISOString().replace(/\.\d+Z$/u, 'Z')
  const { source } = html`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>Lyceum</xmp:CreatorTool>
<xmp:CreateDate>${at}</xmp:CreateDate>
<xmp:ModifyDate>${at}</xmp:ModifyDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
  return new TextEncoder().encode(source)
}
