import { createHash } from 'node:crypto'
import type { PdfSigner } from './pdf-signer.ts'
import { appendUpdate, name, type PdfObject, readPdf, reference, text } from './pdf-update.ts'

/** What is said about the document, beside what is printed on it. */
export interface DocumentFacts {
  title: string
  author: string
  issuedAt: Date
  /** A Verifiable Credential (JWT) to attach. */
  credential?: string | undefined
}

/**
 * The browser's PDF with title, author and attachment, dated and numbered by what it says, so that
 * the same document has the same bytes whenever it is printed; and signed where there is a signer.
 * All of it is appended: the browser's own bytes, with the tags in them, stay.
 */
export async function finishPdf(
  printed: Uint8Array,
  facts: DocumentFacts,
  signer: PdfSigner | undefined,
): Promise<Uint8Array> {
  const source = dated(printed, facts.issuedAt)
  const pdf = readPdf(source)
  const date = dateOf(facts.issuedAt)
  const objects: PdfObject[] = [
    {
      number: pdf.info,
      body: `<</Title ${text(facts.title)} /Author ${text(facts.author)} /Creator (Lyceum) /CreationDate ${date} /ModDate ${date}>>`,
    },
  ]
  let next = pdf.size
  const additions: string[] = ['/Version /1.7']

  if (facts.credential !== undefined) {
    const [file, specification] = [next, next + 1]
    next += 2
    objects.push(...attachment({ file, specification, credential: facts.credential, date }))
    const link = reference(specification)
    additions.push(
      `/AF [${link}] /Names <</EmbeddedFiles <</Names [${text(attachmentName)} ${link}]>>>>`,
    )
  }

  if (signer !== undefined) {
    const [field, signature] = [next, next + 1]
    next += 2
    objects.push(
      { number: pdf.page, body: extend(pdf.bodyOf(pdf.page), `/Annots [${reference(field)}]`) },
      // An invisible field: printed, locked, of no size.
      {
        number: field,
        body: `<</Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /F 132 /Rect [0 0 0 0] /P ${reference(pdf.page)} /V ${reference(signature)}>>`,
      },
      { number: signature, body: signatureBody({ signer, date, reason: facts.title }) },
    )
    additions.push(`/AcroForm <</Fields [${reference(field)}] /SigFlags 3>>`)
  }

  objects.push({ number: pdf.root, body: extend(pdf.bodyOf(pdf.root), additions.join(' ')) })
  const id = createHash('sha256')
    .update(source)
    .update(JSON.stringify(facts))
    .digest('hex')
    .slice(0, 32)
  const whole = appendUpdate(pdf, objects, { size: next, id })
  return signer === undefined ? whole : signer.sign(whole)
}

export const attachmentName = 'credential.jwt'

function attachment({
  file,
  specification,
  credential,
  date,
}: {
  file: number
  specification: number
  credential: string
  date: string
}): PdfObject[] {
  const bytes = Buffer.from(credential, 'utf8')
  const fileName = text(attachmentName)
  return [
    {
      number: file,
      body: `<</Type /EmbeddedFile /Subtype ${name('application/vc+jwt')} /Params <</Size ${bytes.length} /ModDate ${date}>> /Length ${bytes.length}>>`,
      stream: bytes,
    },
    {
      number: specification,
      body: `<</Type /Filespec /F ${fileName} /UF ${fileName} /Desc (Open Badges 3.0) /AFRelationship /Data /EF <</F ${reference(file)} /UF ${reference(file)}>>>>`,
    },
  ]
}

/** With the placeholders that @signpdf fills. */
function signatureBody({
  signer,
  date,
  reason,
}: {
  signer: PdfSigner
  date: string
  reason: string
}): string {
  const gap = '/**********'
  return `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 ${gap} ${gap} ${gap}] /Contents <${'00'.repeat(signer.signatureBytes)}> /M ${date} /Name ${text(signer.name)} /Reason ${text(reason)}>>`
}

function extend(dictionary: string, entries: string): string {
  return `${dictionary.trimEnd().replace(/>>$/u, '')}\n${entries}>>`
}

/** The browser writes the time of printing; a date is as long as any other. */
function dated(printed: Uint8Array, at: Date): Buffer {
  const source = Buffer.from(printed)
  for (const key of ['/CreationDate ', '/ModDate ']) {
    const start = source.indexOf(`${key}(D:`)
    if (start !== -1) source.write(dateOf(at), start + key.length, 'latin1')
  }
  return source
}

function dateOf(at: Date): string {
  return `(D:${at.toISOString().replace(/\D/gu, '').slice(0, 14)}+00'00')`
}
