package io.twophase.app.simulation.world;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A call that changes something.
 *
 * @param name of the call
 * @param effect on the store
 * @param inDoubt the answer to an element that is none
 * @param observe looks at what an element may have changed
 * @param vague the answer to an element that a store may give which knows only how many matched
 * @param repeatable whether it may arrive once more at any time
 */
record Writing(
    String name,
    Function<List<Object>, List<Object>> effect,
    Function<Object, Object> inDoubt,
    Consumer<Object> observe,
    Vague vague,
    boolean repeatable) {

  /** The vague answer to an element that was answered so. */
  interface Vague {

    /** There is none: the store knows what became of each element. */
    Vague NEVER = (element, exact) -> exact;

    Object of(Object element, Object exact);
  }

  /** It takes effect now. */
  List<Object> make(List<Object> elements) {
    List<Object> answers = effect.apply(elements);
    elements.forEach(observe);
    return answers;
  }

  /** One element of it takes effect now. */
  Object make(Object element) {
    return make(List.of(element)).get(0);
  }

  /** The answers that are none. */
  List<Object> inDoubt(List<Object> elements) {
    return elements.stream().map(inDoubt).toList();
  }
}
