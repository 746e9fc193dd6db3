import { useLocation } from '@tanstack/react-router'

/** Returns the question that the address names, such as by a notification. */
export function useAsked(): string | undefined {
  const { hash } = useLocation()
  return hash.startsWith('question-') ? hash.slice('question-'.length) : undefined
}
