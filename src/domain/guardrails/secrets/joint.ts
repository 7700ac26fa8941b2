/** Signs that attach a number, behind the spaces and quotes between, and what else may do so. */
const JOINS = ':>=(';
const AROUND = ' \t\r\n"\'“«*';
const ASCII = 128;
const JOINT = /(?:[:>→]|(?<![=!<>:])=)\s{0,2}["'“«*]{0,2}$|\p{L}\s\($/u;

/** Whether a sign at the end of a text attaches a number to the words before it. */
export function isJoint(text: string): boolean {
  let end = text.length;
  while (end > 0 && AROUND.includes(text.charAt(end - 1))) end -= 1;
  return (text.charCodeAt(end - 1) >= ASCII || JOINS.includes(text.charAt(end - 1))) && JOINT.test(text);
}
