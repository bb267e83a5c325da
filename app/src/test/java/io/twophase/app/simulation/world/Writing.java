package io.twophase.app.simulation.world;

import io.twophase.domain.outcome.MatchOutcome;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A call that changes something.
 *
 * @param name of the call
 * @param effect on the store
 * @param inDoubt the answer that is none
 * @param observe looks at what an element may have changed
 * @param vague the answer to an element that a store may give which knows only how many matched
 * @param repeatable whether it may arrive once more at any time
 */
record Writing<E, O>(
    String name,
    Function<List<E>, List<O>> effect,
    O inDoubt,
    Consumer<E> observe,
    Vague<E, O> vague,
    boolean repeatable) {

  /** The vague answer to an element that was answered so. */
  interface Vague<E, O> {
    O of(E element, O exact);
  }

  /** One of all that it is given, which travels as a whole; it may arrive again at any time. */
  static <E> Writing<E, MatchOutcome> ofOne(String name, Function<E, MatchOutcome> effect) {
    return new Writing<>(
        name,
        ones -> ones.stream().map(effect).toList(),
        MatchOutcome.IN_DOUBT,
        any -> {},
        (any, exact) -> exact,
        true);
  }

  /** It takes effect now. */
  List<O> make(List<E> elements) {
    List<O> answers = effect.apply(elements);
    elements.forEach(observe);
    return answers;
  }

  /** One element of it takes effect now. */
  O make(E element) {
    return make(List.of(element)).get(0);
  }
}
