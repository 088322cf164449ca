/** What a guest who has checked out bought in the shop, and what came back of it. He paid at once, and got his money back. */
export const purchase = {
  /** The identity of his booking. */
  booking: 'demo-ferreira',
  sale: {
    identity: 'demo-ferreira-shop',
    items: [{ inventoryId: 4, inventoryLocationId: 2, quantity: 3 }],
    paymentDetails: { paymentAmount: 13.5, paymentSource: 'Card', paymentExtID: 'demo-ferreira-2' },
  },
  back: {
    identity: 'demo-ferreira-back',
    items: [{ inventoryId: 4, inventoryLocationId: 2, quantity: 1 }],
    paymentDetails: { paymentAmount: -4.5, paymentSource: 'Card', paymentExtID: 'demo-ferreira-3' },
  },
}
