export * from '../../ui/pages.tsx'
