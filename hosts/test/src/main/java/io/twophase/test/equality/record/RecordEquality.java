package io.twophase.test.equality.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;

import io.twophase.ports.Records;
import io.twophase.test.equality.Equality;
import io.twophase.test.equality.record.RecordStep.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks for a sequence of calls on records that tells a store from an exact one. */
public final class RecordEquality extends Equality<RecordStep> {

  /** A state that differs does so for a while, and to read it is most of the work. */
  private static final int BETWEEN_STATES = 5;

  private final Supplier<Records> exact;
  private final Supplier<Records> tested;

  /**
   * Compares two stores.
   *
   * @param exact gives a fresh, empty store that answers exactly
   * @param tested gives a fresh, empty one of the sort that is tested
   */
  public RecordEquality(Supplier<Records> exact, Supplier<Records> tested) {
    super(BETWEEN_STATES);
    this.exact = exact;
    this.tested = tested;
  }

  @Override
  protected List<RecordStep> drawn(Random random, int calls) {
    return RandomRecordSteps.of(random, calls);
  }

  @Override
  protected Stream<RecordStep> smaller(RecordStep step) {
    return Stream.empty();
  }

  @Override
  protected Pair<RecordStep> pair(long seed) {
    return new Both(exact.get(), tested.get());
  }

  private static final class Both extends Pair<RecordStep> {

    private final Records left;
    private final Records right;

    Both(Records left, Records right) {
      this.left = left;
      this.right = right;
    }

    /** Only of a call of which some elements match and some do not, a store may know how many. */
    @Override
    protected Optional<String> call(RecordStep step) {
      note(step.toString());
      List<Told> expected = step.call().apply(left);
      boolean isMixed = answers(expected).stream().distinct().count() > 1;
      return differ(
          "the answer",
          answers(expected),
          () -> answers(step.call().apply(right)),
          (at, answer) -> isMixed && answer == MATCHED && expected.get(at).isLeft().getAsBoolean());
    }

    private static List<Object> answers(List<Told> told) {
      return told.stream().map(Told::answer).toList();
    }

    @Override
    protected Optional<String> state(boolean isTime) {
      return isTime
          ? differ("the state", stored(left), () -> stored(right), (at, told) -> false)
          : Optional.empty();
    }

    /** Everything that is stored: transactions in the order of a scan, then records of several. */
    private static List<Object> stored(Records store) {
      List<Object> state = new ArrayList<>();
      store.scan(Optional.empty(), lookup -> state.add(Timeless.of(lookup)));
      store.find(RandomRecordSteps.SEVERAL_IDS).forEach(found -> state.add(Timeless.of(found)));
      return state;
    }
  }
}
