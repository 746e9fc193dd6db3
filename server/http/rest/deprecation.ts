import type { Deprecation } from '../../trpc.ts'

/** What an address that is to go away says in every answer: RFC 9745 and RFC 8594. */
export function deprecationHeaders(deprecation: Deprecation | undefined): Record<string, string> {
  if (deprecation === undefined) return {}
  const { since, sunset } = deprecation
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  }
}
