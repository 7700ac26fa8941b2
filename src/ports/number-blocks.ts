/** Reserves blocks of integers, each only once, whatever clocks do and however many processes ask. */
export interface NumberBlocks {
  /**
   * Reserves `size` numbers, above all earlier ones of this name and above `above`, and gives the number before the first.
   * Rejects with `unavailable` or `timeout`.
   */
  reserve(name: string, options: { readonly above: number; readonly size: number }): Promise<number>;
}
