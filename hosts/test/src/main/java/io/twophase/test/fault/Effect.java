package io.twophase.test.fault;

import java.util.List;
import java.util.function.Predicate;

/** The effect of a planned fault on the write that it strikes. */
@FunctionalInterface
interface Effect {

  /**
   * Makes the write, or not.
   *
   * @param those the elements that it is for
   */
  List<Object> strike(Write write, Predicate<Touch> those);
}
