package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.usd;
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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fifty million states more, in minutes: {@code ./mvnw -pl domain -P explore verify}. */
@DisplayName("The protocol keeps its promises in every interleaving of")
@EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
class WideExplorationTest {

  private static final int AT_LEAST = 10_000_000;
  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Role RECOVERER = Role.recoverer();
  private static final Role CANCELLER = Role.canceller();
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> wide() {
    return Stream.of(
        arguments(
            "an owner, a recoverer and a canceller, 1 crash, 1 time-out",
            Scenario.of(OWNER, RECOVERER, CANCELLER).timeOuts(1).with(Fault.CRASH, 1),
            Endings.orNothing(PENDING, APPLIED, DONE, CANCELED)),
        arguments(
            "an owner, a recoverer and a canceller, 1 repeated request, 1 time-out",
            Scenario.of(OWNER, RECOVERER, CANCELLER).timeOuts(1).with(Fault.REPEATED_REQUEST, 1),
            Endings.one(DONE, CANCELED)),
        arguments(
            "an owner and a recoverer, 3 time-outs",
            Scenario.of(OWNER, RECOVERER).timeOuts(3),
            Endings.one(DONE)),
        arguments(
            "10 transfers with the funds for 5",
            Scenario.competing(10).funds(usd("5.00")),
            Set.of(Endings.of(5, 5))),
        arguments(
            "4 transfers with the funds for 2, 2 time-outs",
            Scenario.competing(4).funds(usd("2.00")).timeOuts(2),
            Set.of(Endings.of(2, 2), Endings.of(1, 3))),
        arguments(
            "an owner and two recoverers, 1 time-out",
            Scenario.of(OWNER, RECOVERER, RECOVERER.named("second")).timeOuts(1),
            Endings.one(DONE)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wide")
  void workers(String name, Scenario scenario, Set<List<State>> endings) {
    Endings.check(TALLY.explore(name, scenario), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
