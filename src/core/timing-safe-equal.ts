/**
 * Whether two texts are the same, compared to the end whatever the first difference: how long it takes depends on the
 * length of `given` alone, so timing tells nothing about `secret`.
 */
export function timingSafeEqual(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let index = 0; index < given.length; index += 1) {
    difference |= given.charCodeAt(index) ^ secret.charCodeAt(secret.length === 0 ? 0 : index % secret.length);
  }
  return difference === 0;
}
