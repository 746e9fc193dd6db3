export const statuses = ['active', 'completed', 'left', 'ended'] as const

/** Which of the reader's courses are shown, or what is looked for in their lessons. */
export function learningFilters(search: Record<string, unknown>): {
  status?: (typeof statuses)[number]
  q?: string
} {
  const status = statuses.find((one) => one === search.status)
  return {
    ...(status !== undefined && { status }),
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q }),
  }
}
