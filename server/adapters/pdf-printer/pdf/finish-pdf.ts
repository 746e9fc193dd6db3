import { createHash } from 'node:crypto'
import {
  AFRelationship,
  ParseSpeeds,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
} from '@pdfme/pdf-lib'
import type { PdfSigner } from '../types.ts'
import { type Described, makeAccessible } from './accessibility.ts'
import { addActualTexts } from './actual-text.ts'
import { markArtifacts } from './artifacts.ts'
import { writePdf } from './write-pdf.ts'

/** The metadata of a document. */
export interface DocumentFacts extends Described {
  /** A Verifiable Credential (JWT) to attach. */
  credential?: string | undefined
  /** What stands on it, as it was written. */
  texts?: readonly string[]
}

/**
 * Gives the browser's PDF its title, author and attachment, and signs it if there is a signer.
 * Dates and numbers come from the facts, so that the same document always has the same bytes.
 */
export async function finishPdf(
  printed: Uint8Array,
  facts: DocumentFacts,
  signer: PdfSigner | undefined,
): Promise<Uint8Array> {
  const { title, author, issuedAt, credential, texts = [] } = facts
  const source = withDate(printed, issuedAt)
  const pdf = await PDFDocument.load(source, {
    parseSpeed: ParseSpeeds.Fastest,
    throwOnInvalidObject: true,
    updateMetadata: false,
  })

  pdf.setTitle(title)
  pdf.setAuthor(author)
  pdf.setCreator('Lyceum')
  pdf.setCreationDate(issuedAt)
  pdf.setModificationDate(issuedAt)
  pdf.catalog.set(PDFName.of('Version'), PDFName.of('1.7'))
  makeAccessible(pdf, facts)
  addActualTexts(pdf, texts)
  await markArtifacts(pdf)
  if (credential !== undefined) await attach(pdf, credential, issuedAt)
  if (signer !== undefined) addSignatureField(pdf, signer, { title, issuedAt })

  const hash = createHash('sha256').update(source).update(JSON.stringify(facts)).digest('hex')
  const id = PDFHexString.of(hash.slice(0, 32))
  pdf.context.trailerInfo.ID = pdf.context.obj([id, id])
  const whole = await writePdf(pdf)
  return signer === undefined ? whole : signer.sign(whole)
}

export const attachmentName = 'credential.jwt'

async function attach(pdf: PDFDocument, credential: string, issuedAt: Date): Promise<void> {
  await pdf.attach(Buffer.from(credential), attachmentName, {
    mimeType: 'application/vc+jwt',
    description: 'Open Badges 3.0',
    modificationDate: issuedAt,
    afRelationship: AFRelationship.Data,
  })
}

/** Lies outside of the page: inside it, PDF/UA-1 wants a tag for what nobody sees. */
const nowhere = [-1, -1, -1, -1]

/** Adds an invisible field to the first page, with the placeholders that @signpdf fills. */
function addSignatureField(
  pdf: PDFDocument,
  signer: PdfSigner,
  { title, issuedAt }: Pick<DocumentFacts, 'title' | 'issuedAt'>,
): void {
  const { context, catalog } = pdf
  const { node, ref } = pdf.getPage(0)
  const gap = PDFName.of('**********')
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, gap, gap, gap],
    Contents: PDFHexString.of('00'.repeat(signer.signatureBytes)),
    M: PDFString.fromDate(issuedAt),
    Name: PDFHexString.fromText(signer.name),
    ...(signer.place !== undefined && { Location: PDFHexString.fromText(signer.place) }),
    Reason: PDFHexString.fromText(title),
    Reference: [certifying],
  })
  const signatureRef = context.register(signature)
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('Signature'),
      TU: PDFHexString.fromText(signer.name),
      // Marks it as printed and locked.
      F: 4 | 128,
      Rect: nowhere,
      P: ref,
      V: signatureRef,
    }),
  )
  const annotations = node.Annots()
  if (annotations === undefined) node.set(PDFName.of('Annots'), context.obj([field]))
  else annotations.push(field)
  node.set(PDFName.of('Tabs'), PDFName.of('S'))
  // States that signatures exist, and that a change which is not appended invalidates them.
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 1 | 2 }))
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signatureRef }))
}

/** Certifies the document: appending anything invalidates the signature (ISO 32000-2, 12.8). */
const certifying = {
  Type: 'SigRef',
  TransformMethod: 'DocMDP',
  TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
}

/**
 * Puts this date where the browser wrote the time of printing: those bytes stay in the file. All
 * dates have the same length.
 */
function withDate(printed: Uint8Array, at: Date): Buffer {
  const source = Buffer.from(printed)
  const date = `(D:${at.toISOString().replace(/\D/gu, '').slice(0, 14)}+00'00')`
  for (const key of ['/CreationDate ', '/ModDate ']) {
    const start = source.indexOf(`${key}(D:`)
    if (start !== -1) source.write(date, start + key.length, 'latin1')
  }
  return source
}
