import { workRouter } from './work/router.ts'

export const maintenance = {
  routers: {
    work: workRouter,
  },
}
