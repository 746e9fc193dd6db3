import { isLyceumError } from '@lyceum/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { Loaded } from './loaded.tsx'

interface DrawnCertificateProps {
  /** All that the drawing depends on. */
  of: readonly unknown[]
  draw: () => Promise<{ picture: string }>
  alt: string
  className: string
}

/** Shows a certificate as it would be printed. */
export function DrawnCertificate({ of, draw, alt, className }: DrawnCertificateProps) {
  const query = useQuery({
    queryKey: ['drawn certificate', ...of],
    queryFn: draw,
    gcTime: 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A busy server goes on drawing, and gives whoever asks again the same picture.
    retry: (failures, error) => failures < 8 && (pauseAfter(error) ?? 60) <= 10,
    retryDelay: (_failures, error) => (pauseAfter(error) ?? 0) * 1_000,
  })
  return (
    <Loaded query={query}>
      {({ picture }) => (
        <img src={picture} alt={alt} width={1200} height={848} className={className} />
      )}
    </Loaded>
  )
}

const pauseMs = 1_500

/**
 * Returns a listener that hears when somebody pauses typing in a form: each drawing is a print, of
 * which the server makes so many an hour.
 */
export function useTypingPause(onPause: (form: HTMLFormElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ target }: FormEvent) => {
    const { form } = target as HTMLInputElement
    clearTimeout(timer.current)
    if (form !== null) timer.current = setTimeout(() => onPause(form), pauseMs)
  }
}

/** Returns the seconds after which to ask a busy server again. */
function pauseAfter(error: unknown): number | undefined {
  const isBusy = isLyceumError(error) && error.name === 'ServiceUnavailable'
  return isBusy ? error.retryAfterSeconds : undefined
}
