package io.twophase.ports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** Brings together what a store was asked and its answers, which come in the order asked. */
public final class Answers {

  private Answers() {}

  /** Gives {@code each} an element and its answer, one after the other. */
  public static <A, B> void each(
      List<A> asked, List<B> answers, BiConsumer<? super A, ? super B> each) {
    for (int at = 0; at < asked.size(); at++) {
      each.accept(asked.get(at), answers.get(at));
    }
  }

  /** Returns what a function makes of each element and its answer, in the order asked. */
  public static <A, B, C> List<C> map(
      List<A> asked, List<B> answers, BiFunction<? super A, ? super B, ? extends C> made) {
    List<C> all = new ArrayList<>(asked.size());
    each(asked, answers, (one, answer) -> all.add(made.apply(one, answer)));
    return all;
  }

  /** Returns the answers by their elements, none of which is asked twice, in the order asked. */
  public static <A, B> Map<A, B> byAsked(List<A> asked, List<B> answers) {
    Map<A, B> all = new LinkedHashMap<>();
    each(asked, answers, all::put);
    return all;
  }
}
