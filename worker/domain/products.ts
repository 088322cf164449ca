/** The product whose audience is this API's own; its audience is a setting, and it always exists. */
export const OWN_PRODUCT = 'innlet'
