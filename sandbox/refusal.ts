/** Something that the person who starts this can put right: told without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
