import { lazy, type ReactNode, Suspense } from 'react'
import { useSchool } from '../../base/school.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { Opening } from '../../ui/data/loaded.tsx'

const FrontPage = lazy(() =>
  import('../front/front-page.tsx').then(({ FrontPage }) => ({ default: FrontPage })),
)

/** Whether the reader may call an operation that only some schools open to strangers. */
export function useMayCall(operation: string): boolean | undefined {
  const { config } = useSchool()
  const isSignedIn = useIsSignedIn()
  return isSignedIn || config?.openOperations.includes(operation)
}

/** Shows its content, or the way in, where only members may look. */
export function Door({ operation, children }: { operation: string; children: ReactNode }) {
  const mayCall = useMayCall(operation)
  if (mayCall === undefined) return <Opening />
  if (mayCall) return children
  return (
    <Suspense fallback={<Opening />}>
      <FrontPage isOpen={false} />
    </Suspense>
  )
}
