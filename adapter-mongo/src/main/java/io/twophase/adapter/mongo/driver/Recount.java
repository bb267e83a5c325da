package io.twophase.adapter.mongo.driver;

import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds out which of a command's writes took effect, where the server has told only how many did.
 * For each, a write is sent that matches what it left, and changes nothing; of those, parts are
 * sent together until all or none of a part match. So each answer is an acknowledged count: a read
 * could be older than what it is asked about.
 */
public final class Recount<T> {

  private final List<T> asked;
  private final Function<List<T>, Option<Matches>> send;
  private final Set<Integer> found = new HashSet<>();

  private Recount(List<T> asked, Function<List<T>, Option<Matches>> send) {
    this.asked = asked;
    this.send = send;
  }

  /**
   * The places of those that have left what they leave.
   *
   * @param send sends the write for each of some, which matches where that is so, and may be sent
   *     any number of times
   * @return nothing if any is in doubt
   */
  public static <T> Option<Set<Integer>> of(
      List<T> asked, Function<List<T>, Option<Matches>> send) {
    Recount<T> recount = new Recount<>(asked, send);
    boolean known = recount.halves(0, asked.size());
    return Option.when(known, recount.found);
  }

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
    Option<Matches> matched = Resolving.write(() -> send.apply(part));
    if (matched.isEmpty()) {
      return false;
    }
    int total = matched.get().total();
    if (total != part.size() && total != 0 && !matched.get().areTold()) {
      return halves(from, to);
    }
    for (int at = from; at < to; at++) {
      if (total == part.size() || matched.get().of(at - from).contains(1)) {
        found.add(at);
      }
    }
    return true;
  }
}
