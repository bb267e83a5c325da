package io.twophase.domain.explorer;

import static io.twophase.domain.transaction.State.APPLIED;
import static io.twophase.domain.transaction.State.CANCELED;
import static io.twophase.domain.transaction.State.DONE;
import static io.twophase.domain.transaction.State.PENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.ExplorationTable;
import io.twophase.domain.transaction.State;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One transaction, by processes that crash, over a network that loses and repeats requests. */
@DisplayName("The protocol keeps its promises in every interleaving of")
class FaultsExplorationTest {

  private static final int AT_LEAST = 1_000_000;
  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Role RECOVERER = Role.recoverer();
  private static final Role CANCELLER = Role.canceller();
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> faults() {
    Scenario two = Scenario.of(OWNER, RECOVERER).swept();
    Scenario three = Scenario.of(OWNER, RECOVERER, CANCELLER).swept();
    return Stream.of(
        arguments(
            "an owner and a recoverer, 1 crash, 1 time-out, a sweeper",
            two.timeOuts(1).with(Fault.CRASH, 1),
            Endings.orNothing(PENDING, APPLIED, DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 crash, a sweeper",
            three.with(Fault.CRASH, 1),
            Endings.orNothing(PENDING, APPLIED, DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 2 crashes",
            two.with(Fault.CRASH, 2),
            Endings.orNothing(PENDING, APPLIED, DONE)),
        arguments(
            "an owner and a recoverer, one gives up, 1 time-out",
            two.timeOuts(1).with(Fault.GIVING_UP, 1),
            Endings.orNothing(PENDING, APPLIED, DONE)),
        arguments(
            "an owner and a recoverer, 2 lost requests, a sweeper",
            two.with(Fault.LOST_REQUEST, 2),
            Endings.one(DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 lost request, a sweeper",
            three.with(Fault.LOST_REQUEST, 1),
            Endings.one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 1 repeated request, 1 time-out, a sweeper",
            two.timeOuts(1).with(Fault.REPEATED_REQUEST, 1),
            Endings.one(DONE)),
        arguments(
            "an owner, a recoverer and a canceller, 1 repeated request, a sweeper",
            three.with(Fault.REPEATED_REQUEST, 1),
            Endings.one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 1 stale read, 1 time-out, a sweeper",
            two.timeOuts(1).with(Fault.STALE_READ, 1),
            Endings.one(PENDING, APPLIED, DONE)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void workers(String name, Scenario scenario, Set<List<State>> endings) {
    Endings.check(TALLY.explore(name, scenario), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
