package io.twophase.test.equality.record;

import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.test.equality.Shrinking;
import io.twophase.test.equality.record.RecordStep.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Looks for a sequence of calls on records that tells a store from an exact one. */
public final class RecordEquality {

  private static final int SHRINKING_TRIES = 300;

  /** A state that differs does so for a while, and to read it is most of the work. */
  private static final int BETWEEN_STATES = 5;

  private final int tries;
  private final Supplier<Records> exact;
  private final Supplier<Records> tested;

  /**
   * Compares two stores.
   *
   * @param exact gives a fresh, empty store that answers exactly
   * @param tested gives a fresh, empty one of the sort that is tested
   */
  public RecordEquality(Supplier<Records> exact, Supplier<Records> tested) {
    this(exact, tested, SHRINKING_TRIES);
  }

  /** An equality of records that looks so often for a shorter way. */
  public RecordEquality(Supplier<Records> exact, Supplier<Records> tested, int tries) {
    this.exact = exact;
    this.tested = tested;
    this.tries = tries;
  }

  /**
   * Makes so many random calls on both.
   *
   * @return the shortest way that was found to where they part; nothing if they do not
   */
  public Optional<String> difference(long seed, int calls) {
    List<RecordStep> steps = RandomRecordSteps.of(new Random(seed), calls);
    return of(steps).map(found -> shrunk(steps));
  }

  private String shrunk(List<RecordStep> steps) {
    List<RecordStep> shortest =
        Shrinking.of(steps, tries, step -> Stream.empty(), fewer -> of(fewer).isPresent());
    return "shrunk to %d calls:%n%s%n%s"
        .formatted(
            shortest.size(),
            shortest.stream().map(step -> "  " + step).collect(Collectors.joining("\n")),
            of(shortest).orElse("not seen again"));
  }

  private Optional<String> of(List<RecordStep> steps) {
    Records left = exact.get();
    Records right = tested.get();
    for (int at = 0; at < steps.size(); at++) {
      RecordStep step = steps.get(at);
      List<Told> expected = step.call().apply(left);
      List<Told> told = answered(step, right);
      if (!isAllowed(expected, told)) {
        return Optional.of(difference(step, answers(expected), answers(told)));
      }
      if (at % BETWEEN_STATES == 0 || at == steps.size() - 1) {
        List<Object> state = state(left);
        List<Object> other = state(right);
        if (!state.equals(other)) {
          return Optional.of(difference(step, state, other));
        }
      }
    }
    return Optional.empty();
  }

  /** A store that fails on a call is one that differs there. */
  private static List<Told> answered(RecordStep step, Records store) {
    try {
      return step.call().apply(store);
    } catch (StoreException failed) {
      return List.of(Told.of(failed));
    }
  }

  /** Only of a call of which some elements match and some do not, a store may know how many. */
  private static boolean isAllowed(List<Told> expected, List<Told> told) {
    if (expected.size() != told.size()) {
      return false;
    }
    List<Object> exactly = answers(expected);
    boolean isMixed = exactly.stream().distinct().count() > 1;
    return IntStream.range(0, told.size())
        .allMatch(
            at ->
                exactly.get(at).equals(told.get(at).answer())
                    || (isMixed
                        && told.get(at).answer() == MatchOutcome.MATCHED
                        && expected.get(at).isLeft().getAsBoolean()));
  }

  private static List<Object> answers(List<Told> told) {
    return told.stream().map(Told::answer).toList();
  }

  /** Everything that is stored: transactions in the order of a scan, then records of several. */
  private static List<Object> state(Records store) {
    List<Object> state = new ArrayList<>();
    store.scan(Optional.empty(), lookup -> state.add(Timeless.of(lookup)));
    store.find(RandomRecordSteps.SEVERAL_IDS).forEach(found -> state.add(Timeless.of(found)));
    return state;
  }

  private static String difference(RecordStep step, List<?> exact, List<?> told) {
    List<String> lines = new ArrayList<>();
    lines.add(step + ": differs");
    for (int at = 0; at < Math.max(exact.size(), told.size()); at++) {
      Object left = at < exact.size() ? exact.get(at) : "nothing";
      Object right = at < told.size() ? told.get(at) : "nothing";
      if (!left.equals(right)) {
        lines.add("  " + at + ", exact: " + left);
        lines.add("  " + at + ", told:  " + right);
      }
    }
    return String.join("\n", lines);
  }
}
