import { useRouter, useSearch } from '@tanstack/react-router'
import { nextOf } from '../../session/session.ts'

/** Where the reader wanted to go, and how to get there once they are signed in. */
export function useNext(): { next: string; goOn: () => void } {
  const { next = '/' } = nextOf(useSearch({ strict: false }))
  const router = useRouter()
  return { next, goOn: () => void router.navigate({ href: next, replace: true }) }
}
