package io.twophase.test.equality.record;

import io.twophase.ports.Records;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * One call, with what it is asked drawn before: on each store it is made of what that store has
 * stored, so that times of the store's own clock are asked for as they were read.
 *
 * @param name what is asked, for people
 * @param call makes it
 */
record RecordStep(String name, Function<Records, List<Told>> call) {

  /**
   * One answer.
   *
   * @param answer without times
   * @param isLeft whether the store is, after the call, as the element would leave it: then a store
   *     that knows only how many elements matched may say so of this one
   */
  record Told(Object answer, BooleanSupplier isLeft) {

    /** An answer that is always exact. */
    static Told of(Object answer) {
      return new Told(answer, () -> false);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
