import { queryKeyOf, queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lyceum } from '../lyceum.ts'
import { kept } from '../offline/kept.ts'
import { served } from './served.ts'

export const configQuery = {
  // The same for everybody.
  ...kept({ ...queryOptions(lyceum.site.config), queryKey: queryKeyOf(lyceum.site.config) }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Returns what pages need to know about the school, even before it has answered. */
export function useSchool() {
  const { data } = useQuery(configQuery)
  const color = data?.colors.color
  // app.css derives all shades from it.
  useEffect(() => {
    if (color !== undefined) document.documentElement.style.setProperty('--school', color)
  }, [color])
  const name = data?.name ?? served.school ?? 'Academy'
  const logo = data === undefined ? served.logo : data.logo
  return { name, logo: logo ?? '/favicon.ico', config: data }
}

/** Returns where the school helps: a page, or a mail with a subject. */
export function helpAt(support: string | null | undefined, subject = ''): string | undefined {
  if (!support || support.includes('://')) return support ?? undefined
  return `mailto:${support}${subject && `?subject=${encodeURIComponent(subject)}`}`
}
