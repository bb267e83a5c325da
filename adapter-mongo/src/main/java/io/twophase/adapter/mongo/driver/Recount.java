package io.twophase.adapter.mongo.driver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds out which of a command's writes took effect, where the server has told only how many did.
 * For each, a write is sent that matches what it left, and changes nothing; of those, parts are
 * sent together until all or none of a part match. So each answer is an acknowledged count: a read
 * could be older than what it is asked about.
 */
public final class Recount<T> {

  private final List<T> asked;
  private final Function<List<T>, Answer<Matches>> send;
  private final Set<Integer> found = new HashSet<>();

  private Recount(List<T> asked, Function<List<T>, Answer<Matches>> send) {
    this.asked = asked;
    this.send = send;
  }

  /**
   * The places of those whose writes matched: as the answer says, or else counted.
   *
   * @param matched the answer to the command that carried one write for each
   * @param send as for {@link #of}
   * @return in doubt if they had to be counted and a count is in doubt
   */
  public static <T> Answer<Set<Integer>> unlessTold(
      List<T> asked, Matches matched, Function<List<T>, Answer<Matches>> send) {
    return isTold(asked, matched) ? Answer.certain(places(matched, asked.size())) : of(asked, send);
  }

  /**
   * The places of those whose writes matched, where a guess is cheap. The writes that are guessed
   * to have taken effect are counted together, and the others are: if the guess is right, no more
   * is sent, however many there are.
   *
   * @param guess the places of those that probably took effect; asked for only if more than two
   *     must be counted
   */
  public static <T> Answer<Set<Integer>> unlessTold(
      List<T> asked,
      Matches matched,
      Supplier<Set<Integer>> guess,
      Function<List<T>, Answer<Matches>> send) {
    return isTold(asked, matched) || asked.size() <= 2
        ? unlessTold(asked, matched, send)
        : guessed(asked, guess.get(), send);
  }

  private static <T> Answer<Set<Integer>> guessed(
      List<T> asked, Set<Integer> guess, Function<List<T>, Answer<Matches>> send) {
    List<Integer> order = new ArrayList<>(guess);
    IntStream.range(0, asked.size()).filter(at -> !guess.contains(at)).forEach(order::add);
    Recount<T> recount = new Recount<>(order.stream().map(asked::get).toList(), send);
    return recount.part(0, guess.size()) && recount.part(guess.size(), asked.size())
        ? Answer.certain(recount.found.stream().map(order::get).collect(Collectors.toSet()))
        : Answer.inDoubt();
  }

  private static boolean isTold(List<?> asked, Matches matched) {
    return matched.areTold() || matched.total() == 0 || matched.total() == asked.size();
  }

  private static Set<Integer> places(Matches matched, int size) {
    return IntStream.range(0, size)
        .filter(at -> matched.total() == size || matched.of(at).contains(1))
        .boxed()
        .collect(Collectors.toSet());
  }

  /**
   * The places of the writes that took effect.
   *
   * @param send sends the write for each of some, which matches where that is so, and may be sent
   *     any number of times
   * @return in doubt if any is
   */
  public static <T> Answer<Set<Integer>> of(
      List<T> asked, Function<List<T>, Answer<Matches>> send) {
    Recount<T> recount = new Recount<>(asked, send);
    return recount.halves(0, asked.size()) ? Answer.certain(recount.found) : Answer.inDoubt();
  }

  /** Counts both halves; answers whether they are known. */
  private boolean halves(int from, int to) {
    if (to - from == 1) {
      return part(from, to);
    }
    int middle = (from + to) / 2;
    return part(from, middle) && part(middle, to);
  }

  private boolean part(int from, int to) {
    if (from == to) {
      return true;
    }
    List<T> part = new ArrayList<>(asked.subList(from, to));
    return Answer.ofFollowUp(() -> send.apply(part))
        .fold(() -> false, matched -> count(from, to, matched));
  }

  private boolean count(int from, int to, Matches matched) {
    int size = to - from;
    if (matched.total() != size && matched.total() != 0 && !matched.areTold()) {
      return halves(from, to);
    }
    places(matched, size).forEach(at -> found.add(from + at));
    return true;
  }
}
