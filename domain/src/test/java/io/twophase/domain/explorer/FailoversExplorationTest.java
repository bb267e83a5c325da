package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.transaction.State.APPLIED;
import static io.twophase.domain.transaction.State.CANCELED;
import static io.twophase.domain.transaction.State.CANCELING;
import static io.twophase.domain.transaction.State.DONE;
import static io.twophase.domain.transaction.State.INITIAL;
import static io.twophase.domain.transaction.State.PENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Durability;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.model.Message;
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

/**
 * A store that forgets, at any moment and any number of times, what no majority has; of what closes
 * a record, also what it has acknowledged.
 */
@DisplayName("The protocol keeps its promises through any number of failovers with")
class FailoversExplorationTest {

  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Role RECOVERER = Role.recoverer();
  private static final Role CANCELLER = Role.canceller();

  /** Asks for another transfer under the same id. */
  static final Role OTHER = Role.owner(transfer("t", "A", "B", usd("2.00"))).named("other");

  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> failovers() {
    Scenario two = Scenario.of(OWNER, RECOVERER);
    Scenario three = Scenario.of(OWNER, RECOVERER, CANCELLER);
    return Stream.of(
        arguments(
            "all writes by a majority: an owner and a recoverer, 1 time-out",
            two.timeOuts(1).forgetting(Durability.BY_MAJORITY),
            Endings.one(DONE)),
        arguments(
            "the finish by one: an owner and a recoverer, 1 time-out",
            finishedByOne(two.timeOuts(1)),
            Endings.one(DONE)),
        arguments(
            "the finish by one: an owner and a recoverer, a sweeper",
            finishedByOne(two.swept()),
            Endings.one(DONE)),
        arguments(
            "the finish by one: an owner and a recoverer without the funds",
            finishedByOne(two.funds(usd("0.99"))),
            Endings.one(CANCELED)),
        arguments(
            "the finish by one: an owner, a recoverer and a canceller",
            finishedByOne(three),
            Endings.one(DONE, CANCELED)),
        arguments(
            "the finish by one: an owner and a recoverer, 1 crash",
            finishedByOne(two.with(Fault.CRASH, 1)),
            Endings.orNothing(PENDING, DONE)),
        arguments(
            "the finish by one: two owners of the same transfer",
            finishedByOne(Scenario.of(OWNER, OWNER.named("twin"))),
            Endings.one(APPLIED, DONE)),
        arguments(
            "the finish by one: owners of two transfers with one id, and a recoverer",
            finishedByOne(Scenario.of(OWNER, OTHER, RECOVERER)),
            Endings.one(DONE)),
        arguments(
            "the finish by one: a submitter, a recoverer and a canceller",
            finishedByOne(Scenario.of(Role.submitter(Scenario.TRANSFER), RECOVERER, CANCELLER)),
            Endings.one(INITIAL, DONE, CANCELED)),
        arguments(
            "the finish and what gives back by one: an owner and a canceller, a sweeper",
            Scenario.of(OWNER, CANCELLER)
                .swept()
                .forgetting(
                    Durability.FINISH_BY_ONE.andByOne(
                        message ->
                            message instanceof Message.Release
                                || message instanceof Message.Withdraw)),
            Endings.one(APPLIED, DONE, CANCELING, CANCELED)));
  }

  private static Scenario finishedByOne(Scenario scenario) {
    return scenario.forgetting(Durability.FINISH_BY_ONE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failovers")
  void workers(String name, Scenario scenario, Set<List<State>> endings) {
    Endings.check(TALLY.explore(name, scenario), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isPositive();
  }
}
