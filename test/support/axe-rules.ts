/** The rules of axe for WCAG 2.2 AA, and those that axe advises. */
export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that read colours. */
export const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The rules for a page in a theme: in the dark one nothing but the colours differs from the light one. */
export const rulesIn = (theme: string): string[] => (theme === 'dark' ? RULES_OF_COLOURS : RULES)
