/** The date of now in a time zone: YYYY-MM-DD, which is its Swedish form. */
export const todayIn = (timeZone: string): string => new Date().toLocaleDateString('sv-SE', { timeZone })
