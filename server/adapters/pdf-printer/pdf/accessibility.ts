import {
  type PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
} from '@pdfme/pdf-lib'
import { html } from '../../../../lib/html.ts'
import { srgbProfile } from './color-profile.ts'

/** Facts in the metadata. */
export interface Described {
  title: string
  author: string
  issuedAt: Date
}

/**
 * Completes what PDF/UA-1 (ISO 14289-1) and PDF/A-3 (ISO 19005-3) want beside the browser's tags:
 * metadata as XMP, the meaning of colors, the title in the window, tab order along the tags, and
 * links that tell where they lead.
 */
export function makeAccessible(pdf: PDFDocument, facts: Described): void {
  const { catalog, context } = pdf
  const metadata = context.stream(xmpOf(facts), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(metadata))
  catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }))
  catalog.set(PDFName.of('OutputIntents'), context.obj([outputIntentOf(pdf)]))
  for (const { node } of pdf.getPages()) {
    const annotations = node.Annots()
    if (annotations === undefined) continue
    node.set(PDFName.of('Tabs'), PDFName.of('S'))
    describeLinks(pdf, annotations)
  }
}

function outputIntentOf({ context }: PDFDocument) {
  return {
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: context.register(context.flateStream(srgbProfile(), { N: 3 })),
  }
}

const printed = 4

function describeLinks({ context }: PDFDocument, annotations: PDFArray): void {
  for (const item of annotations.asArray()) {
    const link = context.lookup(item, PDFDict)
    const url = link.lookupMaybe(PDFName.of('A'), PDFDict)?.get(PDFName.of('URI'))
    if (url === undefined) continue
    link.set(PDFName.of('F'), context.obj(printed))
    link.set(PDFName.of('Contents'), PDFHexString.fromText(textOf(url)))
  }
}

function textOf(value: object): string {
  return 'decodeText' in value && typeof value.decodeText === 'function'
    ? String(value.decodeText())
    : ''
}

/** Describes the one property that PDF/A-3 does not know (ISO 19005-3, 6.6.2.3). */
const accessibilitySchema = html`<rdf:Description rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that is met</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

/** Repeats the document's own dictionary, as PDF 2.0 and archives want it (ISO 16684-1). */
function xmpOf({ title, author, issuedAt }: Described): Uint8Array {
  const at = issuedAt.toISOString().replace(/\.\d+Z$/u, 'Z')
  const { source } = html`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
<pdfuaid:part>1</pdfuaid:part>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>Lyceum</xmp:CreatorTool>
<xmp:CreateDate>${at}</xmp:CreateDate>
<xmp:ModifyDate>${at}</xmp:ModifyDate>
</rdf:Description>
${accessibilitySchema}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
  return new TextEncoder().encode(source)
}
