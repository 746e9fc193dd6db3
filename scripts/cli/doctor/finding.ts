/** The finding of one check. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'failed'
  detail: string
  /** The fix, in one sentence. */
  remedy?: string
}

export function ok(check: string, detail: string): Finding {
  return { check, state: 'ok', detail }
}

export function warning(check: string, detail: string, remedy: string): Finding {
  return { check, state: 'warning', detail, remedy }
}

export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, state: 'failed', detail, remedy }
}
