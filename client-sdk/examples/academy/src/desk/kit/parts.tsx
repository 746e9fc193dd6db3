export * from '../../ui/parts.tsx'
