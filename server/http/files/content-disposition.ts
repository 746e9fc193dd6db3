import { toDisplayText } from '../../adapters/pdf-printer/documents/display-text.ts'

/**
 * A file to keep (RFC 6266): under a name that everything can read, and for all that can more (RFC
 * 8187) under one that says what it is. Both end in what kind of file it is.
 */
export function attachmentOf(plainName: string, readableName: string): string {
  const [, stem = '', extension = ''] = /^(.*)(\.\w+)$/su.exec(readableName) ?? []
  const name = [...toDisplayText(stem).replace(/[\\/:*?"<>|]/g, ' ')]
    .slice(0, 120)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  const encoded = encodeURIComponent(name + extension).replace(
    /['()*]/g,
    (symbol) => `%${symbol.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`
}
