package io.twophase.test.equality;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Looks for a sequence of calls that tells a store from an exact one.
 *
 * @param <C> a call as it is drawn
 */
public abstract class Equality<C> {

  private static final int SHRINKING_TRIES = 300;

  private final int betweenStates;

  /** An equality that compares all that is stored after every so many calls, and at the end. */
  protected Equality(int betweenStates) {
    this.betweenStates = betweenStates;
  }

  /**
   * A fresh store that answers exactly, and one of the sort that is tested.
   *
   * @param <C> a call as it is drawn
   */
  protected abstract static class Pair<C> {

    private final List<String> history = new ArrayList<>();

    /** Makes the call on both, and says how the answers differ, if they do. */
    protected abstract Optional<String> call(C call);

    /** Says how the stored states differ, if they do; all is compared if {@code isTime}. */
    protected abstract Optional<String> state(boolean isTime);

    /** Notes a call, as the history of a difference shows it. */
    protected final void note(String call) {
      history.add(call);
    }

    /**
     * Says how two lists differ, if they do. A store that fails is one that differs, whatever it
     * fails with.
     *
     * @param mayBe whether the tested store may say this in a place where the exact one says
     *     another thing
     */
    protected final Optional<String> differ(
        String what, List<?> exact, Supplier<List<?>> tested, BiPredicate<Integer, Object> mayBe) {
      List<?> told = told(tested);
      List<String> lines = new ArrayList<>(List.of(what + " differs"));
      for (int at = 0; at < Math.max(exact.size(), told.size()); at++) {
        Object left = at < exact.size() ? exact.get(at) : "nothing";
        Object right = at < told.size() ? told.get(at) : "nothing";
        boolean isSame =
            left.equals(right) || (exact.size() == told.size() && mayBe.test(at, right));
        if (!isSame) {
          lines.add("  " + at + ", exact: " + left);
          lines.add("  " + at + ", told:  " + right);
        }
      }
      return lines.size() == 1 ? Optional.empty() : Optional.of(String.join("\n", lines));
    }

    private static List<?> told(Supplier<List<?>> call) {
      try {
        return call.get();
      } catch (RuntimeException failed) {
        return List.of(failed.toString());
      }
    }
  }

  /** Draws so many calls. */
  protected abstract List<C> drawn(Random random, int calls);

  /** Gives a fresh pair of stores; what is in them at first is drawn from the seed. */
  protected abstract Pair<C> pair(long seed);

  /** Returns the call with fewer elements, in each way that there is. */
  protected abstract Stream<C> smaller(C call);

  private record Parting(int calls, String words) {}

  /**
   * Makes so many random calls on both.
   *
   * @return where they part and the shortest way there that was found; nothing if they do not
   */
  public final Optional<String> difference(long seed, int calls) {
    Random random = new Random(seed);
    List<C> sequence = drawn(random, calls);
    long stored = random.nextLong();
    return parting(stored, sequence)
        .map(found -> shrunk(stored, sequence.subList(0, found.calls())));
  }

  /** Returns whether so many random calls tell them apart. */
  public final boolean differ(long seed, int calls) {
    Random random = new Random(seed);
    List<C> sequence = drawn(random, calls);
    return parting(random.nextLong(), sequence).isPresent();
  }

  private String shrunk(long stored, List<C> failing) {
    List<C> shortest =
        Shrinking.of(
            failing, SHRINKING_TRIES, this::smaller, fewer -> parting(stored, fewer).isPresent());
    return "%d calls, shrunk to %d:%n%s"
        .formatted(
            failing.size(),
            shortest.size(),
            parting(stored, shortest).map(Parting::words).orElse("not seen again"));
  }

  private Optional<Parting> parting(long stored, List<C> sequence) {
    Pair<C> pair = pair(stored);
    for (int at = 0; at < sequence.size(); at++) {
      int calls = at + 1;
      boolean isTime = at % betweenStates == 0 || calls == sequence.size();
      Optional<String> difference = pair.call(sequence.get(at)).or(() -> pair.state(isTime));
      if (difference.isPresent()) {
        return difference.map(
            words -> new Parting(calls, String.join("\n", pair.history) + "\n" + words));
      }
    }
    return Optional.empty();
  }
}
