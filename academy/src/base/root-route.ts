import { createRootRoute } from '@tanstack/react-router'
import { Root } from '../app/root.tsx'

export const rootRoute = createRootRoute({ component: Root })
