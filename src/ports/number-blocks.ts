/** Hands out blocks of whole numbers, none of them twice, whatever clocks do and however many processes ask. */
export interface NumberBlocks {
  /**
   * The number before a block of `size` numbers that are higher than all of this name before, and higher than `above`.
   * Rejects with `unavailable` or `timeout` when it cannot be known.
   */
  reserve(name: string, options: { readonly above: number; readonly size: number }): Promise<number>;
}
