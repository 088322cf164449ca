/** The languages that there are words in, besides English, which is always on board. */
export const LOCALES = ['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pt', 'zh'] as const
