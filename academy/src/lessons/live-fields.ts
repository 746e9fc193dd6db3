import { lazy } from 'react'
import type * as fields from '../ui/forms/fields.tsx'

/** Only authors load the forms. A lazy part forgets the types of its fields: hence the cast. */
export const LiveFields = lazy(() =>
  import('../ui/forms/fields.tsx').then(({ LiveFields }) => ({ default: LiveFields })),
) as unknown as typeof fields.LiveFields
