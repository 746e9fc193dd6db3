import { queryKeyOf, queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lyceum } from '../lyceum.ts'
import { kept } from '../offline/kept.ts'

export const configQuery = {
  // The same for everybody.
  ...kept({ ...queryOptions(lyceum.site.config), queryKey: queryKeyOf(lyceum.site.config) }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** What the pages need to know of the school before it has answered, too. */
export function useSchool() {
  const { data } = useQuery(configQuery)
  const color = data?.colors.color
  // From which app.css makes all shades.
  useEffect(() => {
    if (color !== undefined) document.documentElement.style.setProperty('--school', color)
  }, [color])
  return { name: data?.name ?? 'Academy', config: data }
}
