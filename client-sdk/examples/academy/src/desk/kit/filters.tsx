export * from '../../ui/filters.tsx'
