package io.twophase.test.fault;

import java.util.List;
import java.util.function.Predicate;

/** What a planned fault does to the write that it strikes. */
interface Effect {

  /**
   * Makes the write, or not.
   *
   * @param those the elements that it is for
   */
  <E, O> List<O> strike(Call<E, O> call, Predicate<Touch> those);
}
