// The view that a class follows: what whoever drives sees of the picture. docs/classroom.md is the
// contract. Pure.

/** Both words of a view have at most so many characters; each state of a room carries them. */
export const MOST_WORD = 1000;

/** A part of the picture, told so that it is found however a page lays that. */
export interface Part {
  /** The number of its layout in the run document. */
  readonly layout: number;
  /** The layout's boxes that are wholly in it, as ranges; of a folded group its face. */
  readonly boxes: string;
  /**
   * How far from these its edges are, in pixels of the picture: along the tape before and after
   * them, across it before and after.
   */
  readonly around: readonly [number, number, number, number];
  /** Pixels of the screen for 1000 of the picture, where letters have their usual size. */
  readonly scale: number;
}

export interface ClassView {
  /** What is folded, as a link says it; null where nothing folds. */
  readonly folds: string | null;
  /** Null until the driver's page has told it of the run that is shown. */
  readonly part: Part | null;
}

/** Are two parts the same? */
export function isSamePart(one: Part | null, other: Part | null): boolean {
  if (one === null || other === null) return one === other;
  return one.layout === other.layout && one.boxes === other.boxes && one.scale === other.scale
    && one.around.join() === other.around.join();
}

/** Do two views show the same? */
export function isSameView(one: ClassView | null, other: ClassView | null): boolean {
  if (one === null || other === null) return one === other;
  return one.folds === other.folds && isSamePart(one.part, other.part);
}
