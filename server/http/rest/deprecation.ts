import type { Deprecation } from '../../trpc.ts'

/** Returns the headers in every answer of a deprecated route (RFC 9745, RFC 8594). */
export function deprecationHeaders(deprecation: Deprecation | undefined): Record<string, string> {
  if (deprecation === undefined) return {}
  const { since, sunset } = deprecation
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  }
}
