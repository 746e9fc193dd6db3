import type { Inputs } from '@lyceum/sdk'

type Search = Pick<
  NonNullable<Inputs['courses']['list']>,
  'q' | 'category' | 'tag' | 'language' | 'level' | 'price' | 'sort'
>

const levels = ['beginner', 'intermediate', 'advanced'] as const
const prices = ['free', 'paid'] as const
export const sorts = ['newest', 'title', 'price', 'popular'] as const

/** The filters in the address, so that they can be shared; what is not one is left out. */
export function catalogFilters(search: Record<string, unknown>): Search {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) => {
    const value = values.find((one) => one === search[name])
    return value === undefined ? {} : { [name]: value }
  }
  return {
    ...text('q'),
    ...text('category'),
    ...text('tag'),
    ...text('language'),
    ...oneOf('level', levels),
    ...oneOf('price', prices),
    ...oneOf('sort', sorts),
  }
}
