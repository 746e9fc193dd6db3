import { lazyRouteComponent } from '@tanstack/react-router'
import type * as fields from '../ui/forms/fields.tsx'

/** Loaded for authors only. Lazy loading loses the types of its fields: hence the cast. */
export const LiveFields = lazyRouteComponent(
  () => import('../ui/forms/fields.tsx'),
  'LiveFields',
) as unknown as typeof fields.LiveFields
