/**
 * A PDF as the browser writes it: objects, one cross-reference table, one trailer (ISO 32000-2,
 * 7.5).
 */
export interface ReadPdf {
  bytes: Buffer
  /** One more than the highest number of an object. */
  size: number
  /** Numbers of the objects that describe the document, its structure and its first page. */
  info: number
  root: number
  page: number
  /** Where the cross-reference table begins. */
  tableOffset: number
  bodyOf(object: number): string
}

export interface PdfObject {
  number: number
  body: string
  stream?: Buffer
}

/** Throws when it is not a PDF with a plain cross-reference table. */
export function readPdf(bytes: Buffer): ReadPdf {
  const end = bytes.subarray(-64).toString('latin1')
  const tableOffset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/u.exec(end)?.[1])
  const trailer = bytes.subarray(bytes.lastIndexOf('trailer')).toString('latin1')
  const size = numberIn(trailer, /\/Size (\d+)/u)
  const firstEntry = bytes.indexOf('\n', bytes.indexOf('\n', tableOffset) + 1) + 1

  function bodyOf(object: number): string {
    const entry = bytes.toString('latin1', firstEntry + 20 * object, firstEntry + 20 * object + 20)
    const start = Number(/^(\d{10}) 00000 n/u.exec(entry)?.[1])
    const whole = bytes.toString('latin1', start, bytes.indexOf('endobj', start))
    const [, body] = new RegExp(`^${object} 0 obj\\s(.*)$`, 'su').exec(whole) ?? []
    if (body === undefined) throw new Error(`the PDF has no object ${object}`)
    return body
  }

  const [info, root] = [
    numberIn(trailer, /\/Info (\d+) 0 R/u),
    numberIn(trailer, /\/Root (\d+) 0 R/u),
  ]
  // The tree of pages is deeper where there are more than a few.
  let page = numberIn(bodyOf(root), /\/Pages (\d+) 0 R/u)
  while (/\/Type\s*\/Pages\b/u.test(bodyOf(page)))
    page = numberIn(bodyOf(page), /\/Kids\s*\[\s*(\d+) 0 R/u)
  return { bytes, size, info, root, page, tableOffset, bodyOf }
}

function numberIn(source: string, pattern: RegExp): number {
  const found = pattern.exec(source)?.[1]
  if (found === undefined)
    throw new Error(`the PDF is not as expected: ${pattern.source} is missing`)
  return Number(found)
}

/** The same PDF, with objects added or replaced at its end. */
export function appendUpdate(
  { bytes, tableOffset, root, info }: ReadPdf,
  objects: readonly PdfObject[],
  { size, id }: { size: number; id: string },
): Buffer {
  const parts: Buffer[] = [bytes]
  let offset = bytes.length
  function append(part: Buffer): void {
    parts.push(part)
    offset += part.length
  }

  const entries: string[] = []
  for (const { number, body, stream } of objects) {
    entries.push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    append(Buffer.from(`${number} 0 obj\n${body}\n`, 'latin1'))
    if (stream !== undefined)
      append(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]))
    append(Buffer.from('endobj\n'))
  }

  const trailer = `<</Size ${size} /Root ${reference(root)} /Info ${reference(info)} /Prev ${tableOffset} /ID [<${id}> <${id}>]>>`
  append(
    Buffer.from(
      `xref\n${entries.join('')}trailer\n${trailer}\nstartxref\n${offset}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(parts)
}

export function reference(object: number): string {
  return `${object} 0 R`
}

/** A text string: UTF-16 where ASCII does not do. */
export function text(value: string): string {
  if (/^[\x20-\x7E]*$/u.test(value)) return `(${value.replace(/[\\()]/gu, '\\$&')})`
  return `<FEFF${Buffer.from(value, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

export function name(value: string): string {
  return `/${value.replace(/[^\w.+-]/gu, (character) => `#${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}`
}
