package io.twophase.test.fault;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One call that changes something, which a fault may strike: all of it, or those of its elements
 * that the fault is for.
 *
 * @param elements what is to be written
 * @param touches what each of them does
 * @param send sends elements, and gives the answer of each
 * @param inDoubt what an element is answered that has no answer
 */
record Write(
    List<Object> elements,
    List<Touch> touches,
    Function<List<Object>, List<Object>> send,
    Function<Object, Object> inDoubt) {

  List<Object> make() {
    return send.apply(elements);
  }

  boolean has(Predicate<Touch> those) {
    return touches.stream().anyMatch(those);
  }

  /** The elements that {@code those} names. */
  List<Object> only(Predicate<Touch> those) {
    List<Object> wanted = new ArrayList<>();
    for (int at = 0; at < elements.size(); at++) {
      if (those.test(touches.get(at))) {
        wanted.add(elements.get(at));
      }
    }
    return wanted;
  }

  /** Those are never sent; the others are. */
  List<Object> makeOthers(Predicate<Touch> those) {
    List<Object> others = only(those.negate());
    return answers(
        those,
        others.isEmpty() ? Collections.emptyIterator() : send.apply(others).iterator(),
        false);
  }

  /** All are sent; those get no answer. */
  List<Object> makeUnanswered(Predicate<Touch> those) {
    return answers(those, make().iterator(), true);
  }

  private List<Object> answers(Predicate<Touch> those, Iterator<Object> answers, boolean ofAll) {
    List<Object> seen = new ArrayList<>(elements.size());
    for (int at = 0; at < elements.size(); at++) {
      boolean isStruck = those.test(touches.get(at));
      if (isStruck && ofAll) {
        answers.next();
      }
      seen.add(isStruck ? inDoubt.apply(elements.get(at)) : answers.next());
    }
    return seen;
  }

  /** The kinds of its elements, each once. */
  String kinds() {
    return touches.stream().map(touch -> touch.kind().name()).distinct().collect(joining(" and "));
  }

  /** As the protocol would say it, such as {@code hold A, B}. */
  @Override
  public String toString() {
    return touches.stream()
        .collect(
            Collectors.groupingBy(
                Touch::step, LinkedHashMap::new, mapping(Touch::on, joining(", "))))
        .entrySet()
        .stream()
        .map(step -> step.getKey() + " " + step.getValue())
        .collect(joining(", "));
  }
}
