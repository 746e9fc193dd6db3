import { lazyRouteComponent } from '@tanstack/react-router'
import type * as fields from '../ui/forms/fields.tsx'

/** Only authors load the forms. A part that is loaded forgets what its fields are: hence the cast. */
export const LiveFields = lazyRouteComponent(
  () => import('../ui/forms/fields.tsx'),
  'LiveFields',
) as unknown as typeof fields.LiveFields
