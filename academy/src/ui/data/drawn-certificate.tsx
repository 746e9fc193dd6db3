import { isLyceumError } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
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

/** Returns the seconds after which to ask a busy server again. */
function pauseAfter(error: unknown): number | undefined {
  const isBusy = isLyceumError(error) && error.name === 'ServiceUnavailable'
  return isBusy ? error.retryAfterSeconds : undefined
}
