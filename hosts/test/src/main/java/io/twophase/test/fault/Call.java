package io.twophase.test.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One write, which a fault may strike: all of it, or those of its elements that the fault is for.
 *
 * @param <E> an element
 * @param <O> what is answered for each element
 * @param kind which call it is
 * @param elements what is to be written
 * @param touches what each of them does
 * @param write makes the write
 * @param inDoubt what an element is answered that has no answer
 */
record Call<E, O>(
    WriteKind kind, List<E> elements, List<Touch> touches, Write<E, O> write, O inDoubt) {

  /** A call of a repository that changes something. */
  interface Write<E, O> {
    List<O> make(List<E> elements);
  }

  List<O> make() {
    return write.make(elements);
  }

  boolean has(Predicate<Touch> those) {
    return touches.stream().anyMatch(those);
  }

  /** The elements that {@code those} names. */
  List<E> only(Predicate<Touch> those) {
    List<E> wanted = new ArrayList<>();
    for (int at = 0; at < elements.size(); at++) {
      if (those.test(touches.get(at))) {
        wanted.add(elements.get(at));
      }
    }
    return wanted;
  }

  /** Those are never sent; the others are. */
  List<O> makeOthers(Predicate<Touch> those) {
    List<E> others = only(those.negate());
    Iterator<O> answers =
        others.isEmpty() ? Collections.emptyIterator() : write.make(others).iterator();
    return answers(those, answers, false);
  }

  /** All are sent; those get no answer. */
  List<O> makeUnanswered(Predicate<Touch> those) {
    return answers(those, make().iterator(), true);
  }

  private List<O> answers(Predicate<Touch> those, Iterator<O> answers, boolean ofAll) {
    List<O> seen = new ArrayList<>(elements.size());
    for (Touch touch : touches) {
      boolean isStruck = those.test(touch);
      if (isStruck && ofAll) {
        answers.next();
      }
      seen.add(isStruck ? inDoubt : answers.next());
    }
    return seen;
  }

  /** As the protocol would say it, such as {@code hold A, B}. */
  @Override
  public String toString() {
    return touches.get(0).step()
        + touches.stream().map(Touch::on).collect(Collectors.joining(", ", " ", ""));
  }
}
