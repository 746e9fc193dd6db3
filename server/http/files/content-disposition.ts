import { toDisplayText } from '../../lib/display-text.ts'

/**
 * A download (RFC 6266) with a plain file name for every client, and a readable one for clients
 * that support RFC 8187. Both have the same extension.
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
