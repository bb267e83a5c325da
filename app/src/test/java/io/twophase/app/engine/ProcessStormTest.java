package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingHolds;
import io.twophase.test.forwarding.ForwardingRecords;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each {@link ProcessStorm} comes out as it must, and a store that breaks one promise does not come
 * through. {@code -Dtwophase.seed} repeats one storm, {@code -Dtwophase.worlds} says how many there
 * are.
 */
class ProcessStormTest {

  private static final int WORLDS =
      Integer.getInteger("twophase.worlds", 100 * Integer.getInteger("twophase.storms", 1));
  private static final long FIRST = Long.getLong("twophase.seed", 1);
  private static final long BEHIND = FIRST + (Long.getLong("twophase.seed") == null ? WORLDS : 1);

  /** Far more than it takes to meet each planted fault; the first that is met ends it. */
  private static final int MOST = 4_000;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsLostOrDoubled(boolean inOrder) {
    for (long seed = FIRST; seed < BEHIND; seed++) {
      new ProcessStorm(store -> store).of(seed, inOrder);
    }
  }

  /** What a planted store does otherwise. */
  enum Planted {
    DECIDES_WITHOUT_KNOWING_THE_EXCLUSIONS(
        moves((stored, asked) -> decide(stored, asked, asked.epoch().get(), true))),
    DECIDES_AT_ANY_EPOCH(moves((stored, asked) -> decide(stored, asked, stored.epoch(), false))),
    SETTLES_AT_ANY_EPOCH(ends(Planted::settleAnyway)),
    WITHDRAWS_AT_ANY_EPOCH(ends(Planted::withdrawAnyway));

    private final UnaryOperator<Store> store;

    Planted(UnaryOperator<Store> store) {
      this.store = store;
    }

    private static UnaryOperator<Store> moves(
        BiFunction<TransactionRecord, Transition, Transition> other) {
      return store ->
          Interceptor.replacing(
              store,
              Records.class,
              sound ->
                  new ForwardingRecords(sound) {
                    @Override
                    public List<MatchOutcome> move(List<Transition> asked) {
                      return super.move(asked.stream().map(this::other).toList());
                    }

                    private Transition other(Transition asked) {
                      boolean decides = asked.isByRun() && asked.record().isOfMany();
                      return decides
                          ? super.find(List.of(asked.record()))
                              .get(0)
                              .record()
                              .map(stored -> other.apply(stored, asked))
                              .getOrElse(asked)
                          : asked;
                    }
                  });
    }

    private static Transition decide(
        TransactionRecord stored, Transition asked, Epoch epoch, boolean excludes) {
      return Transition.decide(
          asked.record(),
          stored.members(),
          epoch,
          excludes ? stored.excluded() : asked.excluded(),
          asked.verdict());
    }

    private static UnaryOperator<Store> ends(BiFunction<Holds, Ending, MatchOutcome> other) {
      return store ->
          Interceptor.replacing(
              store,
              Holds.class,
              sound ->
                  new ForwardingHolds(sound) {
                    @Override
                    public List<MatchOutcome> end(List<Ending> asked) {
                      return asked.stream().map(one -> other.apply(sound, one)).toList();
                    }
                  });
    }

    private static MatchOutcome end(Holds sound, Ending one) {
      return sound.end(List.of(one)).get(0);
    }

    private static MatchOutcome settleAnyway(Holds sound, Ending asked) {
      MatchOutcome outcome = end(sound, asked);
      for (long epoch = 1;
          asked.happens() && outcome == MatchOutcome.NOT_MATCHED && epoch < 10;
          epoch++) {
        outcome =
            end(
                sound,
                Ending.settle(
                    asked.record(),
                    asked.claim().get(),
                    new Epoch(epoch),
                    asked.net(),
                    Option.none()));
      }
      return outcome;
    }

    private static MatchOutcome withdrawAnyway(Holds sound, Ending asked) {
      return end(
          sound,
          !asked.happens() && asked.claim().isDefined()
              ? Ending.release(asked.record(), asked.claim().get())
              : asked);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStoreThatBreaksAPromiseIsFound(Planted planted) {
    ProcessStorm storm = new ProcessStorm(planted.store);
    int found = 0;
    for (long seed = 1; seed <= MOST && found == 0; seed++) {
      for (boolean inOrder : new boolean[] {true, false}) {
        try {
          storm.of(seed, inOrder);
        } catch (AssertionError red) {
          found++;
        }
      }
    }
    assertThat(found).isPositive();
  }
}
